#pragma once

// Command lines of chess engines, as a user writes them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace lanternfish {

using EngineCommands = std::vector<std::vector<std::string>>;  // argv of each

// "stockfish; ssh 'other host' stockfish": separated by ';', words by blanks; quotes and double quotes hold both
// together. Empty commands are skipped; at least one must be left.
Result<EngineCommands> parse_engine_commands(std::string_view text);

// Where the program is: as named if it holds a slash, else on PATH, else in /usr/games, where Debian keeps engines and
// where PATH often does not lead. None when there is no such executable file.
std::optional<std::string> find_engine_program(const std::string& name);

}  // namespace lanternfish
