#pragma once

// Engines as they are named on the command line:
//   "build/release/lanternfish Strategy=trout"                       a command line as it would be typed
//   "name=t1 cmd=build/release/lanternfish option.Strategy=trout"    fields, in any order
//   -engine cmd=lanternfish name=t1 option.Hash=128                  the same as separate words, as fastchess has it
// A field's value reaches to the next field, so that it may hold blanks: "cmd=python3 bot.py option.Move Overhead=50".

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/result.h"
#include "tools/arena/clock.h"

namespace lanternfish {

struct EngineSpec {
  std::string name;                  // empty: what the engine calls itself
  std::vector<std::string> command;  // program and arguments
  std::string directory;             // empty: ours
  std::vector<std::pair<std::string, std::string>> options;
  std::optional<TimeControl> time;  // instead of the match's
  bool ponder = false;

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

Result<EngineSpec> parse_engine_spec(std::string_view text);

// Splits a command line at blanks; single and double quotes and backslashes as in a shell, nothing else.
Result<std::vector<std::string>> split_command(std::string_view text);

// Takes every `--engine` (or fastchess's `-engine`) with the words up to the next one that begins with '-' out of
// `arguments`, and gives each as one specification.
std::vector<std::string> take_engine_arguments(std::vector<std::string>& arguments);

// For --help.
std::string_view engine_spec_help();

}  // namespace lanternfish
