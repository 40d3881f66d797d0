#pragma once

// What senses and requests of a recorded game were worth on the true board: the analysis of lanternfish-analyze, so
// that the page and the program say the same.

#include <stop_token>
#include <string>

#include "analysis/asked_requests.h"
#include "analysis/player_analyst.h"
#include "support/json_line.h"
#include "tools/web/look/look_game.h"

namespace lanternfish {

// With our own player beside the recorded ones.
AnalysisSettings judge_settings(std::size_t max_boards);

// The report of lanternfish-analyze on a game that was judged, one page of HTML.
std::string report_of(const LookGame& game, const AnalysisSettings& settings);

// Adds a verdict to every turn. Blocks until all is judged or, within a phase of a turn, a stop. An error says why
// there are no verdicts.
Status judge_game(LookGame& game, const AnalysisSettings& settings, const std::stop_token& stop);

// What our player would request at one turn of a recorded game, with the mean, worst and best score of each candidate:
// {"requests": [{"move", "same": [moves that come to the same everywhere], "mean", "worst", "best": centipawns,
// "legal",
//   "capture", "king": per mille, "otherwise": [indices into `likely`]}]}: "otherwise" are the boards on which the
//   request is not carried out as asked or captures nothing where a capture was asked of a pawn. As asked_requests().
Result<Json> request_scores(const RecordedGame& game, Color side, std::size_t turn, const std::vector<Board>& likely,
                            const QuestionSettings& settings, const std::stop_token& stop);

}  // namespace lanternfish
