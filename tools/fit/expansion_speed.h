#pragma once

// What the move model costs the expansion of a set of boards.

#include <string>

#include "tools/fit/decisions.h"

namespace lanternfish {

// Expands sets from the games, of about `boards` boards each, with the uniform model and the built-in one in turn, on
// one thread.
std::string expansion_speed(const std::vector<NamedGame>& games, std::size_t boards);

}  // namespace lanternfish
