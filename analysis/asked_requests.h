#pragma once

// What a player would request at one turn of a recorded game, beside the alternatives.

#include <stop_token>
#include <vector>

#include "analysis/turn_analysis.h"
#include "engine/reports.h"
#include "game/player.h"
#include "game/recorded_game.h"
#include "support/result.h"

namespace lanternfish {

struct AskedRequest {
  Candidate scores;
  std::vector<Move> same;  // further requests that come to the same on every board held
};

struct QuestionSettings {
  Config config = analysis_config();  // of the player asked
  std::size_t max_boards = 100'000;   // live; more wait unexpanded
  Clock limits = {.time = {}, .increment = {}, .move_time = {}, .nodes = 3000, .depth = {}, .turn = {}};
  std::size_t rows = 12;
};

// The best requests in the player's order, one for each outcome. The recorded request and the pass are among them in
// any case, and stand for the requests that come to the same. `turn` counts own turns from 0. Blocks for some seconds.
// An error: an event of the record does not fit, or a stop.
Result<std::vector<AskedRequest>> asked_requests(const RecordedGame& game, Color side, std::size_t turn,
                                                 const QuestionSettings& settings, const std::stop_token& stop);

}  // namespace lanternfish
