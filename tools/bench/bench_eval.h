#pragma once

// What scores cost, on boards from recorded games' beliefs.

#include <string>
#include <vector>

#include "rules/board.h"
#include "support/result.h"

namespace lanternfish {

struct EvalBench {
  std::vector<std::string> engine;  // argv of the chess engine
  int workers = 1;                  // processes of it
  std::vector<int> depths;          // plies
  double seconds = 3;               // to measure each figure for
};

// Prints searches a second through the pool and through as many engines driven raw, in turns over the same boards, at
// these depths: one search with all moves a board, and one search after each move. Beside it the processor time of a
// search, the engines' and our own together: on a busy machine the steadier of the two ratios.
Status bench_throughput(const EvalBench& settings, const std::vector<Board>& boards);

// Prints positions a second of the built-in evaluator on one thread, by its processor time.
void bench_built_in(const std::vector<Board>& boards, double seconds);

}  // namespace lanternfish
