#pragma once

// One player's turns as text for people and as JSON lines.

#include <span>
#include <string>

#include "analysis/turn_analysis.h"

namespace lanternfish {

// A heading and a line a turn; under it one for each strategy that was asked.
std::string player_text(const PlayerAnalysis& player, std::span<const std::string> strategies);
// One object a turn, each on its line; docs/reference/files.md has the keys.
std::string player_json_lines(const PlayerAnalysis& player, std::span<const std::string> strategies);

}  // namespace lanternfish
