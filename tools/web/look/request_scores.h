#pragma once

// What our player would request at one turn of a recorded game, with the mean, worst and best score of each candidate.

#include <stop_token>

#include "analysis/asked_requests.h"
#include "support/json_line.h"

namespace lanternfish {

// {"requests": [{"move", "same": [moves that come to the same everywhere], "mean", "worst", "best": centipawns,
// "legal",
//   "capture", "king": per mille, "otherwise": [indices into `likely`]}]}: "otherwise" are the boards on which the
//   request is not carried out as asked or captures nothing where a capture was asked of a pawn. As asked_requests().
Result<Json> request_scores(const RecordedGame& game, Color side, std::size_t turn, const std::vector<Board>& likely,
                            const QuestionSettings& settings, const std::stop_token& stop);

}  // namespace lanternfish
