#pragma once

// One event of the game, with what the belief needs to lead deferred parents through the event later.

#include "belief/opponent/move_model.h"
#include "game/own_side.h"
#include "rules/observation.h"

namespace lanternfish {

struct PastEvent {
  Observation observation;
  OwnSide own_before;     // my side before the event
  MoveContext moves;      // how the opponent's next move was expected before the event
  double log2_scale = 0;  // log2 of the factor between weights before the event and weights now
};

}  // namespace lanternfish
