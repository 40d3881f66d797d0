#include "protocol/session/options.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "protocol/messages/tokens.h"
#include "support/text.h"
#include "support/words.h"

namespace lanternfish {

namespace {

std::string range_text(const Option& option) {
  switch (option.type()) {
    case OptionType::kSpin: return fmt::format("{} to {}", option.min, option.max);
    case OptionType::kCheck: return "true or false";
    case OptionType::kCombo: return fmt::format("{}", fmt::join(option.choices, ", "));
    default: return "any text";
  }
}

std::string_view title(OptionTier tier) {
  switch (tier) {
    case OptionTier::kHost: return "For hosts";
    case OptionTier::kPlayer: return "For players";
    case OptionTier::kPublished: break;
  }
  return "For published players";
}

std::string help_text(const Option& option) {
  return option.condition == nullptr ? std::string(option.help)
                                     : fmt::format("{}. Needs {}", option.help, option.condition->text);
}

std::string shown(const std::string& text) { return text.empty() ? "<empty>" : text; }

// Writes a value into the field it was found for; false when the value is none of the option's.
struct Setter {
  Config& config;
  const Option& option;
  std::string_view value;

  bool operator()(std::monostate) const { return choice().has_value(); }
  bool operator()(bool Config::*field) const {
    if (!same_word(value, "true") && !same_word(value, "false")) {
      return false;
    }
    config.*field = same_word(value, "true");
    return true;
  }
  bool operator()(std::string Config::*field) const {
    config.*field = value;
    return true;
  }
  template <typename Enumeration>
  requires std::is_enum_v<Enumeration>
  bool operator()(Enumeration Config::*field) const {
    const auto index = choice();
    if (index) {
      config.*field = static_cast<Enumeration>(*index);
    }
    return index.has_value();
  }
  template <typename Number>
  requires std::is_integral_v<Number>
  bool operator()(Number Config::*field) const {
    const auto number = parse_number(value);
    if (!number || *number < option.min || *number > option.max) {
      return false;
    }
    config.*field = static_cast<Number>(*number);
    return true;
  }

 private:
  std::optional<std::size_t> choice() const {
    for (std::size_t i = 0; i < option.choices.size(); ++i) {
      if (same_word(option.choices[i], value)) {
        return i;
      }
    }
    return std::nullopt;
  }
};

struct Getter {
  const Config& config;
  const Option& option;

  std::string operator()(std::monostate) const { return std::string(option.choices.front()); }
  std::string operator()(bool Config::*field) const { return config.*field ? "true" : "false"; }
  std::string operator()(std::string Config::*field) const { return config.*field; }
  template <typename Enumeration>
  requires std::is_enum_v<Enumeration> std::string operator()(Enumeration Config::*field) const {
    return std::string(option.choices[static_cast<std::size_t>(config.*field)]);
  }
  template <typename Number>
  requires std::is_integral_v<Number> std::string operator()(Number Config::*field) const {
    return fmt::format("{}", config.*field);
  }
};

}  // namespace

OptionType Option::type() const {
  switch (field.index()) {
    case 1:
    case 2: return OptionType::kSpin;
    case 3: return OptionType::kCheck;
    case 4: return OptionType::kString;
    default: return OptionType::kCombo;
  }
}

std::string Option::value(const Config& config) const { return std::visit(Getter{config, *this}, field); }

const Option* find_option(std::string_view name) {
  for (const Option& option : option_table()) {
    if (same_word(option.name, name)) {
      return &option;
    }
  }
  return nullptr;
}

Result<const Option*> set_option(Config& config, std::string_view name, const std::optional<std::string>& value) {
  const Option* option = find_option(name);
  if (option == nullptr) {
    std::vector<std::string_view> names;
    for (const Option& known : option_table()) {
      names.push_back(known.name);
    }
    const std::string_view meant = nearest_word(name, names);
    return Error{fmt::format("there is no option {}{}", lanternfish::quoted(name),
                             meant.empty() ? "" : fmt::format("; did you mean {}?", meant))};
  }
  if (!value && option->type() != OptionType::kString) {
    return Error{fmt::format("{} needs a value: {}", option->name, range_text(*option))};
  }
  const std::string text = value.value_or("");
  if (!std::visit(Setter{config, *option, text}, option->field)) {
    return Error{fmt::format("{} takes {}, not {}", option->name, range_text(*option),
                             text.empty() ? "nothing" : lanternfish::quoted(text))};
  }
  return option;
}

Result<const Option*> set_option(Config& config, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return Error{fmt::format("expected NAME=VALUE, not {}", lanternfish::quoted(assignment))};
  }
  return set_option(config, assignment.substr(0, equals), std::string(assignment.substr(equals + 1)));
}

Status set_strategy(Config& config, std::string_view text) {
  const std::vector<std::string_view> words = words_of(text);
  if (words.empty()) {
    return Error{"a strategy has no name"};
  }
  for (const std::string_view word : words) {
    const auto set = word.data() == words.front().data() ? set_option(config, "Strategy", std::string(word))
                                                         : set_option(config, word);
    if (!set) {
      return Error{fmt::format("'{}': {}", text, set.error())};
    }
  }
  return success();
}

OptionLine option_line(const Option& option) {
  OptionLine line{.name = std::string(option.name),
                  .type = option.type(),
                  .initial = option.value(Config{}),
                  .min = {},
                  .max = {},
                  .choices = {option.choices.begin(), option.choices.end()}};
  if (line.type == OptionType::kSpin) {
    line.min = option.min;
    line.max = option.max;
  }
  return line;
}

std::vector<std::string> options_without_effect(const Config& config) {
  std::vector<std::string> sentences;
  for (const Option& option : option_table()) {
    const bool was_set = option.value(config) != option.value(Config{});
    if (was_set && option.condition != nullptr && !option.condition->met(config)) {
      sentences.push_back(fmt::format("{} has no effect: it needs {}", option.name, option.condition->text));
    }
  }
  return sentences;
}

std::vector<std::string> options_help() {
  std::vector<std::string> lines;
  std::optional<OptionTier> tier;
  for (const Option& option : option_table()) {
    if (tier != option.tier) {
      tier = option.tier;
      lines.push_back(fmt::format("{}:", title(option.tier)));
    }
    lines.push_back(fmt::format("  {:<18} {}{}{}, default {}", option.name, range_text(option),
                                option.unit.empty() ? "" : " ", option.unit, shown(option.value(Config{}))));
    lines.push_back(fmt::format("  {:<18}   {}", "", help_text(option)));
  }
  return lines;
}

std::string options_markdown() {
  std::string text =
      "# Options\n\n"
      "Nothing has to be set. Every option can be set in three ways, whatever its section below:\n\n"
      "- in the protocol: `setoption name NAME value VALUE`;\n"
      "- on the command line: `lanternfish NAME=VALUE ...`, in quotes where a name or value holds a blank;\n"
      "- in the arena: `option.NAME=VALUE` in the description of an engine.\n\n"
      "The command `uci` lists them; so do `lanternfish --help` and `lanternfish --list-options`.\n\n"
      "When an option was set and has no effect because of another option, the engine says so in an `info string` "
      "line\n"
      "before its next answer.\n\n"
      "`lanternfish --options-markdown` prints this page from the table in `protocol/session/option_table.cpp`. The\n"
      "defaults are those of `engine/config.h`.\n";
  std::optional<OptionTier> tier;
  for (const Option& option : option_table()) {
    if (tier != option.tier) {
      tier = option.tier;
      text += fmt::format("\n## {}\n\n| option | type | values | default | what it does |\n|---|---|---|---|---|\n",
                          title(option.tier));
    }
    text += fmt::format("| `{}` | {} | {}{}{} | `{}` | {} |\n", option.name, format_option_type(option.type()),
                        range_text(option), option.unit.empty() ? "" : " ", option.unit, shown(option.value(Config{})),
                        help_text(option));
  }
  return text;
}

}  // namespace lanternfish
