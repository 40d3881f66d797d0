#pragma once

// The one table of everything a host or a user can set. It makes the `option` lines, the command-line help and the
// documentation, and is the only way from outside text into Config.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/config.h"
#include "protocol/messages/engine_messages.h"
#include "support/result.h"

namespace lanternfish {

// What must be made anew when an option changes while the program runs.
enum class OptionEffect : std::uint8_t {
  kSettings,   // nothing: it is read with the next command
  kEvaluator,  // the evaluator with its cache and chess engine processes
  kThreads,    // the belief's threads, and the evaluator
};

struct Option {
  // Where the value lives; its type is the option's type. monostate: a combo with a single choice.
  using Field = std::variant<std::monostate, int Config::*, std::int64_t Config::*, bool Config::*,
                             std::string Config::*, Strategy Config::*, MoveModelKind Config::*, SearchMode Config::*,
                             TermsChoice Config::*, SenseRule Config::*>;

  std::string_view name;
  Field field;
  std::int64_t least = 0, most = 0;       // numbers: the range, both ends included
  std::vector<std::string_view> choices;  // combos: in the order of the enumeration
  std::string_view unit;                  // of a number; may be empty
  std::string_view help;                  // one sentence without the full stop
  OptionEffect effect = OptionEffect::kSettings;

  OptionType type() const;
  std::string value(const Config& config) const;
};

std::span<const Option> option_table();

// The option called `name`, whatever its case; null when there is none.
const Option* find_option(std::string_view name);

// Sets one option. A refused name or value leaves `config` alone and comes back as a sentence naming what is accepted.
// Succeeds with the option that was set.
Result<const Option*> set_option(Config& config, std::string_view name, const std::optional<std::string>& value);
// "NAME=VALUE", as on the command line.
Result<const Option*> set_option(Config& config, std::string_view assignment);

// How the protocol announces it; the default is the one of Config{}.
OptionLine option_line(const Option& option);

// All options: as text for a terminal, a line each, and as a table for the documentation.
std::vector<std::string> options_help();
std::string options_markdown();

}  // namespace lanternfish
