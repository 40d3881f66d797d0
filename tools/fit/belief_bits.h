#pragma once

// What the exact belief gives to the true board before each sense, with the uniform model and with the built-in one.

#include <string>

#include "tools/fit/decisions.h"

namespace lanternfish {

struct BeliefBitsSettings {
  std::size_t most_boards = 300'000;  // a player is left once the set is larger
  int threads = 1;
};

std::string belief_bits(const std::vector<NamedGame>& games, const BeliefBitsSettings& settings);

}  // namespace lanternfish
