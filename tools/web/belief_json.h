#pragma once

// What one player may hold possible, as the page draws it.

#include <optional>

#include "belief/belief.h"
#include "support/json_line.h"

namespace lanternfish {

struct BeliefView {
  bool windows = false;             // what each window would tell: before a sense
  std::size_t likely_boards = 0;    // how many of the likeliest boards are listed
  std::optional<Board> truth = {};  // where it may be known: how likely it was held
};

// {"boards", "deferred", "entropy": bits, "pieces": six lists (pawn to king) of 64 per mille from a1,
//  "threat": 64 per mille that a piece which attacks my king stands there, "attacked": per mille that any does,
//  "windows": [{"square", "results", "expected", "worst", "gain": bits, "here": boards left on the truth}],
//  "likely": [{"fen", "ppm"}], "truth": "held"|"deferred"|"lost", "truth_bits"}. Blocks for the work: about 0.1 s for
// 100,000 boards.
Json belief_json(const Belief& belief, const BeliefView& view, ThreadPool& threads);

}  // namespace lanternfish
