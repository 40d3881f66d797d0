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
  for (const RecordedTurn& turn : game.turns[me]) {
    if (const Status status = observer.observe(turn.notice); !status) {
      return status;
    }
    if (turn.sensed.window.center != kNoSquare) {
      decide(Stage::kSense, sense_code(turn.sensed.window.center, me));
    }
    if (const Status status = observer.observe(turn.sensed); !status) {
      return status;
    }
    if (!turn.moved) {
      return success();
    }
    decide(Stage::kMove, move_code(turn.moved->requested, me));
    if (turn.takes_king) {
      return success();
    }
    if (const Status status = observer.observe(*turn.moved); !status) {
      return status;
    }
  }
  return success();
}

}  // namespace lanternfish
