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

#include "game/clock.h"
#include "support/result.h"

namespace lanternfish {

struct EngineSpec {
  std::string name;  // empty: what the engine calls itself
  // Program and arguments; "@NAME" is the program NAME beside the arena's own.
  std::vector<std::string> command;
  std::string directory;  // empty: ours
  std::vector<std::pair<std::string, std::string>> options;
  std::optional<TimeControl> time;  // instead of the match's
  bool ponder = false;
  bool truth = false;  // the referee tells it the true board at each own turn, as the option RBC_TrueBoard

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

// One of the fields name, cmd, args, dir, tc, movetime, nodes, ponder, truth and option.NAME.
Status set_engine_field(EngineSpec& spec, std::string_view key, const std::string& value);
// Whether it is known what to start.
Status check_engine_spec(const EngineSpec& spec);

// `each` has the fields of an engine that does not set them itself.
Result<EngineSpec> parse_engine_spec(std::string_view text, const EngineSpec& each = {});
// "tc=10+0.1 option.Hash=128": fields alone, no command line.
Status read_engine_fields(std::string_view text, EngineSpec& spec);
EngineSpec with_defaults(EngineSpec spec, const EngineSpec& each);

// The program a command's first word names: "@NAME" resolved, anything else as it is.
std::string program_path(const std::string& word);

struct EngineArguments {
  std::vector<std::string> engines;  // a specification each
  std::string each;                  // fields of all engines
};
// Takes every `--engine` and `--each` (or fastchess's `-engine`, `-each`) with the fields that follow out of
// `arguments`. An error where a word among the fields looks like one and is none.
Result<EngineArguments> take_engine_arguments(std::vector<std::string>& arguments);

// For --help.
std::string_view engine_spec_help();

}  // namespace lanternfish
