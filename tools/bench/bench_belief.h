#pragma once

// Speed and memory of the belief on sets from recorded games.

#include <filesystem>
#include <string>
#include <vector>

#include "support/result.h"

namespace lanternfish {

struct BeliefBench {
  std::filesystem::path games;     // folder of GameHistory files
  std::vector<std::size_t> sizes;  // boards before the opponent's move
  std::vector<int> threads;
  std::vector<std::string> only;  // names of belief_measurements(); empty: all
  std::string strangefish2;       // command that runs compare_strangefish2.py, for the first set; empty: not
};

// What can be measured.
std::vector<std::string> belief_measurements();

// Registers its measurements with Google Benchmark, to be run by the caller.
Status register_belief_bench(const BeliefBench& settings);

// Writes the boards before the opponent's move of the set for the first size, a FEN a line, and prints its size and the
// capture square of the notice, so that another program can be measured on the same set.
Status write_parents(const BeliefBench& settings, const std::filesystem::path& file);

}  // namespace lanternfish
