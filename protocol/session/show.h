#pragma once

// The state of a game for a person to read.

#include <array>
#include <string>
#include <vector>

#include "engine/agent.h"
#include "protocol/messages/messages.h"

namespace lanternfish {

// One line for each piece type that the opponent may still have; `probabilities` are by [type][square].
std::vector<PieceInfo> piece_lines(const std::vector<std::array<double, 64>>& probabilities);

// What `d` prints: the line that restores the game, the state, the board as far as it is known, and the options that
// are not as they were. `agent` may be null, or without a game.
std::vector<std::string> state_text(const Agent* agent, const Config& config);

// What `help` prints: a line on every command.
std::vector<std::string> help_text();

}  // namespace lanternfish
