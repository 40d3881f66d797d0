#pragma once

// The command lines of chess engines, as a user writes them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace lanternfish {

using EngineCommands = std::vector<std::vector<std::string>>;  // argv of each

// Reads "stockfish; ssh 'other host' stockfish": commands are separated by ';', and words as in support/words.h.
// Empty commands are skipped. An error when none is left or a quote is not closed.
Result<EngineCommands> parse_engine_commands(std::string_view text);

// Where the program `name` is: at `name` itself if that has a slash, else on PATH, else in /usr/games, where Debian
// keeps engines and which PATH often leaves out. None when there is no such executable file.
std::optional<std::string> find_engine_program(const std::string& name);

}  // namespace lanternfish
