#pragma once

// What the belief keeps of each event of its log, to lead deferred parents through the event later.

#include "belief/opponent/move_model.h"

namespace lanternfish {

struct PastEvent {
  MoveContext moves;      // how the opponent's next move was expected before the event
  double log2_scale = 0;  // log2 of the factor between weights before the event and weights now
};

}  // namespace lanternfish
