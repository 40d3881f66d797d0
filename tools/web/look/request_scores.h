#pragma once

// What an engine would request at one turn of a recorded game, with the mean, worst and best score of each candidate.

#include <stop_token>

#include "game/recorded_game.h"
#include "protocol/host/engine_spec.h"
#include "support/json_line.h"

namespace lanternfish {

// {"requests": [{"move", "mean", "worst", "best": centipawns, "legal", "capture", "king": per mille,
//   "otherwise": [indices into `likely`]}]}: "otherwise" are the boards on which the request is not carried out as
//   asked
// or captures nothing where a capture was asked of a pawn. `turn` counts from 0. Blocks for some seconds. An error says
// what the engine did wrong.
Result<Json> request_scores(const RecordedGame& game, Color side, std::size_t turn, const std::vector<Board>& likely,
                            const EngineSpec& engine, const std::stop_token& stop);

}  // namespace lanternfish
