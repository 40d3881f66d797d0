#pragma once

// The state of a game for a person to read.

#include <array>
#include <string>
#include <vector>

#include "engine/agent.h"
#include "protocol/messages/messages.h"

namespace lanternfish {

// A line per piece type of the opponent that may stand anywhere.
std::vector<PieceInfo> piece_lines(const std::vector<std::array<double, 64>>& probabilities);

// What `d` prints: the line that restores the game, the state, and the board as far as it is known. `agent` is null
// before the first position.
std::vector<std::string> state_text(const Agent* agent, const PositionCommand& game, const Config& config);

// What `help` prints: every command with a word on it.
std::vector<std::string> help_text();

}  // namespace lanternfish
