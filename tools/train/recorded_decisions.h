#pragma once

// The decisions of one player of a recorded game, in order.

#include "game/recorded_game.h"
#include "nets/move_code.h"
#include "nets/synopsis.h"
#include "support/result.h"

namespace lanternfish {

// Calls decide(stage, action) for each sense and each request of `me`, when `observer` has seen what came before it. A
// pass at the sense is no decision. Ends at the request that took the king. An observation that does not fit is an
// error.
template <typename Observer, typename Decide>
Status for_each_decision(const RecordedGame& game, Color me, Observer& observer, Decide&& decide) {
  Status fits = success();
  for_each_event(game, me, [&](const RecordedTurn& turn, const Observation& event) {
    fits = observer.observe(event);
    if (fits && std::holds_alternative<OpponentMoved>(event) && turn.sensed.window.center != kNoSquare) {
      decide(Stage::kSense, sense_code(turn.sensed.window.center, me));
    } else if (fits && std::holds_alternative<Sensed>(event) && turn.moved) {
      decide(Stage::kMove, move_code(turn.moved->requested, me));
    }
    return fits.ok();
  });
  return fits;
}

}  // namespace lanternfish
