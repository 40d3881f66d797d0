#pragma once

// Training data of recorded games.

#include "game/recorded_game.h"
#include "nets/move_code.h"
#include "nets/synopsis.h"
#include "support/result.h"
#include "tools/train/training_data.h"

namespace lanternfish {

// JKU-CODA's planes: nets/history_planes.h.
DataShape history_shape();

// The game's name, hash and players, and whether it is held out.
TrainingGame game_without_decisions(const RecordedGame& game, std::string_view file, std::string_view content);

// Every sense and every request of both players, passes included. A turn without a sense has the request alone, and the
// game's last turn may have the sense alone. `file` is the name without folder, `content` what the file holds.
Result<TrainingGame> history_examples(const RecordedGame& game, std::string_view file, std::string_view content);

// The decisions of one player of a recorded game, in order.

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
