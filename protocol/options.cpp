#include "protocol/options.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "protocol/tokens.h"

namespace lanternfish {

namespace {

constexpr std::int64_t kMaxSeed = 2'147'483'647;  // hosts keep spin values in 32 bits

const std::array kTable = {
    Option{.name = "UCI_Variant",
           .field = {},
           .choices = {"rbc"},
           .unit = "",
           .help = "The game that is played; announces the dialect of the protocol"},
    Option{.name = "UCI_Opponent",
           .field = &Config::opponent,
           .choices = {},
           .unit = "",
           .help = "Whom we play: title, rating, computer or human, and the name"},
    Option{.name = "Threads",
           .field = &Config::threads,
           .least = 1,
           .most = 256,
           .choices = {},
           .unit = "",
           .help = "Threads that track boards, and chess engine processes unless EngineWorkers is set",
           .effect = OptionEffect::kThreads},
    Option{.name = "Hash",
           .field = &Config::hash_mb,
           .least = 1,
           .most = 65536,
           .choices = {},
           .unit = "MB",
           .help = "Memory for scores of boards already asked about",
           .effect = OptionEffect::kEvaluator},
    Option{.name = "MultiPV",
           .field = &Config::multi_pv,
           .least = 1,
           .most = 256,
           .choices = {},
           .unit = "",
           .help = "How many candidates are reported, best first"},
    Option{.name = "Ponder",
           .field = &Config::ponder,
           .choices = {},
           .unit = "",
           .help = "The host will let us think while the opponent moves"},
    Option{.name = "Move Overhead",
           .field = &Config::move_overhead_ms,
           .least = 0,
           .most = 10000,
           .choices = {},
           .unit = "ms",
           .help = "Time kept back in each phase for the way to the host and back"},
    Option{.name = "Seed",
           .field = &Config::seed,
           .least = 0,
           .most = kMaxSeed,
           .choices = {},
           .unit = "",
           .help = "Seed of the random numbers; 0 takes a fresh one each game"},
    Option{.name = "MoveLimit",
           .field = &Config::move_limit,
           .least = 0,
           .most = 10000,
           .choices = {},
           .unit = "plies",
           .help = "Reversible plies before a draw; 0 means none"},
    Option{.name = "TurnLimit",
           .field = &Config::turn_limit,
           .least = 0,
           .most = 10000,
           .choices = {},
           .unit = "turns",
           .help = "Full turns before a draw; 0 means none"},
    Option{.name = "RBC_ShowBoards",
           .field = &Config::show_boards,
           .least = 0,
           .most = 1000,
           .choices = {},
           .unit = "boards",
           .help = "How many of the likeliest boards are shown after each observation"},
    Option{.name = "RBC_ShowProbs",
           .field = &Config::show_probabilities,
           .choices = {},
           .unit = "",
           .help = "Show after each observation where the opponent's pieces may stand"},
    Option{.name = "Strategy",
           .field = &Config::strategy,
           .choices = {"lanternfish", "random", "attacker", "trout"},
           .unit = "",
           .help = "Which published player decides"},
    Option{.name = "EngineCommand",
           .field = &Config::engine_command,
           .choices = {},
           .unit = "",
           .help = "Chess engine that scores moves; empty looks for stockfish, none uses the built-in evaluator",
           .effect = OptionEffect::kEvaluator},
    Option{.name = "EngineWorkers",
           .field = &Config::engine_workers,
           .least = 0,
           .most = 256,
           .choices = {},
           .unit = "processes",
           .help = "Chess engine processes; 0 means as many as Threads",
           .effect = OptionEffect::kEvaluator},
    Option{.name = "EngineHash",
           .field = &Config::engine_hash_mb,
           .least = 1,
           .most = 4096,
           .choices = {},
           .unit = "MB",
           .help = "Hash memory of each chess engine process",
           .effect = OptionEffect::kEvaluator},
    Option{.name = "Depth",
           .field = &Config::depth,
           .least = 1,
           .most = 64,
           .choices = {},
           .unit = "plies",
           .help = "How deep the chess engine searches each board"},
    Option{.name = "MeanWeight",
           .field = &Config::mean_weight,
           .least = 0,
           .most = 100,
           .choices = {},
           .unit = "%",
           .help = "What the weighted mean over boards counts in the score of a move"},
    Option{.name = "MinWeight",
           .field = &Config::min_weight,
           .least = 0,
           .most = 100,
           .choices = {},
           .unit = "%",
           .help = "What the worst board counts"},
    Option{.name = "MaxWeight",
           .field = &Config::max_weight,
           .least = 0,
           .most = 100,
           .choices = {},
           .unit = "%",
           .help = "What the best board counts"},
    Option{.name = "RandomPassPercent",
           .field = &Config::random_pass_percent,
           .least = 0,
           .most = 100,
           .choices = {},
           .unit = "%",
           .help = "How often Strategy random passes"},
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_text(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string range_text(const Option& option) {
  switch (option.type()) {
    case OptionType::kSpin: return fmt::format("{} to {}", option.least, option.most);
    case OptionType::kCheck: return "true or false";
    case OptionType::kCombo: return fmt::format("{}", fmt::join(option.choices, ", "));
    default: return "any text";
  }
}

std::string shown(std::string text) { return text.empty() ? "<empty>" : text; }

// Writes a value into the field it was found for; false when the value is none of the option's.
struct Setter {
  Config& config;
  const Option& option;
  std::string_view value;

  bool operator()(std::monostate) const { return choice().has_value(); }
  bool operator()(bool Config::*field) const {
    if (!same_text(value, "true") && !same_text(value, "false")) {
      return false;
    }
    config.*field = same_text(value, "true");
    return true;
  }
  bool operator()(std::string Config::*field) const {
    config.*field = value;
    return true;
  }
  bool operator()(Strategy Config::*field) const {
    const auto index = choice();
    if (index) {
      config.*field = static_cast<Strategy>(*index);
    }
    return index.has_value();
  }
  template <typename Number>
  bool operator()(Number Config::*field) const {
    const auto number = parse_number(value);
    if (!number || *number < option.least || *number > option.most) {
      return false;
    }
    config.*field = static_cast<Number>(*number);
    return true;
  }

 private:
  std::optional<std::size_t> choice() const {
    for (std::size_t i = 0; i < option.choices.size(); ++i) {
      if (same_text(option.choices[i], value)) {
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
  std::string operator()(Strategy Config::*field) const {
    return std::string(option.choices[static_cast<std::size_t>(config.*field)]);
  }
  template <typename Number>
  std::string operator()(Number Config::*field) const {
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

std::span<const Option> option_table() { return kTable; }

const Option* find_option(std::string_view name) {
  const auto found =
      std::find_if(kTable.begin(), kTable.end(), [&](const Option& option) { return same_text(option.name, name); });
  return found == kTable.end() ? nullptr : &*found;
}

Result<const Option*> set_option(Config& config, std::string_view name, const std::optional<std::string>& value) {
  const Option* option = find_option(name);
  if (option == nullptr) {
    return Error{fmt::format("there is no option {}", quoted(name))};
  }
  if (!value && option->type() != OptionType::kString) {
    return Error{fmt::format("{} needs a value: {}", option->name, range_text(*option))};
  }
  const std::string text = value.value_or("");
  if (!std::visit(Setter{config, *option, text}, option->field)) {
    return Error{
        fmt::format("{} takes {}, not {}", option->name, range_text(*option), text.empty() ? "nothing" : quoted(text))};
  }
  return option;
}

Result<const Option*> set_option(Config& config, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    return Error{fmt::format("expected NAME=VALUE, not {}", quoted(assignment))};
  }
  return set_option(config, assignment.substr(0, equals), std::string(assignment.substr(equals + 1)));
}

OptionLine option_line(const Option& option) {
  OptionLine line{.name = std::string(option.name),
                  .type = option.type(),
                  .initial = option.value(Config{}),
                  .least = {},
                  .most = {},
                  .choices = {option.choices.begin(), option.choices.end()}};
  if (line.type == OptionType::kSpin) {
    line.least = option.least;
    line.most = option.most;
  }
  return line;
}

std::vector<std::string> options_help() {
  std::vector<std::string> lines;
  for (const Option& option : kTable) {
    lines.push_back(fmt::format("{:<18} {}{}{}, default {}", option.name, range_text(option),
                                option.unit.empty() ? "" : " ", option.unit, shown(option.value(Config{}))));
    lines.push_back(fmt::format("{:<18}   {}", "", option.help));
  }
  return lines;
}

std::string options_markdown() {
  std::string text = "| option | type | values | unit | default | what it does |\n|---|---|---|---|---|---|\n";
  for (const Option& option : kTable) {
    text += fmt::format("| `{}` | {} | {} | {} | `{}` | {} |\n", option.name, format_option_type(option.type()),
                        range_text(option), option.unit, shown(option.value(Config{})), option.help);
  }
  return text;
}

}  // namespace lanternfish
