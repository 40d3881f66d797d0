#pragma once

// What the exact belief gives to the true board before each sense, with the uniform model, with the built-in one, with
// an evaluator's judgements of some of the likeliest boards before the opponent's move, and as StrangeFish2 weighs
// boards; and how often boards said to be so likely were the true one.

#include <string>

#include "eval/evaluator.h"
#include "tools/fit/decisions.h"

namespace lanternfish {

struct BeliefBitsSettings {
  std::size_t max_boards = 300'000;  // a player is left once the set is larger
  int threads = 1;
  std::vector<std::string> opponents;       // only against these; empty: all
  std::size_t max_games = ~std::size_t{0};  // against each
  std::vector<std::size_t> parents;         // that the evaluator is asked about, each a column of its own
  bool strangefish2 = false;                // weigh all boards by their scores as StrangeFish2 does, too
  Effort effort;

  bool asks() const { return !parents.empty() || strangefish2; }
};

// `evaluator` is used only where the settings ask for it, and then by one thread.
std::string belief_bits(const std::vector<NamedGame>& games, const BeliefBitsSettings& settings, Evaluator& evaluator);

}  // namespace lanternfish
