#pragma once

// Speed and memory of the belief on sets from recorded games.

#include <filesystem>
#include <vector>

#include "support/result.h"

namespace lanternfish {

struct BeliefBench {
  std::filesystem::path games;     // folder of GameHistory files
  std::vector<std::size_t> sizes;  // boards before the opponent's move
  std::vector<int> threads;
};

// Registers its measurements with Google Benchmark, to be run by the caller.
Status register_belief_bench(const BeliefBench& settings);

}  // namespace lanternfish
