#pragma once

// The one table of everything that a host or a user can set. The `option` lines of the protocol, the help of the
// command line and docs/reference/options.md are made from it, and it is the only way from outside text into Config.

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

// For whom an option is.
enum class OptionTier : std::uint8_t {
  kHost,       // what every host may count on
  kPlayer,     // what somebody who plays may tune
  kPublished,  // variants of published players that their papers compare
};

// What must be made anew when an option changes while the program runs.
enum class OptionEffect : std::uint8_t {
  kSettings,   // nothing: it is read with the next command
  kEvaluator,  // the evaluator with its cache and chess engine processes
  kThreads,    // the belief's threads, and the evaluator
};

// What the other options must be for an option to have an effect.
struct OptionCondition {
  std::string_view text;       // completes "it needs ..."
  bool (*met)(const Config&);  // whether the option has its effect
};

struct Option {
  // Where the value lives; its type is the option's type. monostate: a combo with a single choice.
  using Field = std::variant<std::monostate, int Config::*, std::int64_t Config::*, bool Config::*,
                             std::string Config::*, Strategy Config::*, PenumbraSearch Config::*>;

  std::string_view name;
  Field field{};
  std::int64_t min = 0, max = 0;            // numbers: the range, both ends included
  std::vector<std::string_view> choices{};  // combos: in the order of the enumeration
  std::string_view unit{};                  // of a number; may be empty
  std::string_view help;                    // sentences; no full stop after the last
  OptionEffect effect = OptionEffect::kSettings;
  const OptionCondition* condition = nullptr;  // null: always has its effect
  OptionTier tier = OptionTier::kHost;

  OptionType type() const;
  std::string value(const Config& config) const;
};

// All options, the tiers in their order.
std::span<const Option> option_table();

// The option called `name`, whatever its case; null when there is none.
const Option* find_option(std::string_view name);

// Sets one option. A refused name or value leaves `config` alone and comes back as a sentence naming what is accepted.
// Succeeds with the option that was set.
Result<const Option*> set_option(Config& config, std::string_view name, const std::optional<std::string>& value);
// "NAME=VALUE", as on the command line.
Result<const Option*> set_option(Config& config, std::string_view assignment);
// "STRATEGY [OPTION=VALUE...]"; the error names the whole text.
Status set_strategy(Config& config, std::string_view text);

// How the protocol announces the option. The default is that of Config{}.
OptionLine option_line(const Option& option);

// A sentence for each option that was set and has no effect in this configuration.
std::vector<std::string> options_without_effect(const Config& config);

// All options, for a terminal: two lines each, a heading before each tier.
std::vector<std::string> options_help();

// docs/reference/options.md, whole.
std::string options_markdown();

}  // namespace lanternfish
