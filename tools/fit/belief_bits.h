#pragma once

// What the exact belief gives to the true board before each sense, with the uniform model, with the built-in one, and
// with an evaluator's word on so many of the likeliest boards before the opponent's move.

#include <string>

#include "eval/evaluator.h"
#include "tools/fit/decisions.h"

namespace lanternfish {

struct BeliefBitsSettings {
  std::size_t most_boards = 300'000;  // a player is left once the set is larger
  int threads = 1;
  std::vector<std::string> opponents;        // only against these; empty: all
  std::size_t most_games = ~std::size_t{0};  // against each
  std::vector<std::size_t> parents;          // that the evaluator is asked about, each a column of its own
  Effort effort;
};

// `evaluator` is used only where `parents` is not empty, and then by one thread.
std::string belief_bits(const std::vector<NamedGame>& games, const BeliefBitsSettings& settings, Evaluator& evaluator);

}  // namespace lanternfish
