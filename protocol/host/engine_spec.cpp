#include "protocol/host/engine_spec.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "support/number.h"
#include "support/text.h"
#include "support/words.h"

namespace lanternfish {

namespace {

constexpr std::array<std::string_view, 9> kFields = {
    "name=", "cmd=", "args=", "dir=", "tc=", "nodes=", "movetime=", "ponder=", "truth="};
constexpr std::string_view kOptionField = "option.";

bool begins_field(std::string_view word) {
  return word.starts_with(kOptionField) ||
         std::any_of(kFields.begin(), kFields.end(), [&](std::string_view field) { return word.starts_with(field); });
}

// "a=b c=d e" -> {"a=b", "c=d e"}. Empty when the first word begins no field.
std::vector<std::string> split_fields(std::string_view text) {
  std::vector<std::string> fields;
  for (const std::string_view word : words_of(text)) {
    if (begins_field(word)) {
      fields.emplace_back(word);
    } else if (fields.empty()) {
      return {};
    } else {
      fields.back() += ' ';
      fields.back() += word;
    }
  }
  return fields;
}

// Fields are written with '=' in kFields.
std::string unknown_field_text(std::string_view key) {
  std::vector<std::string_view> names;
  for (const std::string_view field : kFields) {
    names.push_back(field.substr(0, field.size() - 1));
  }
  const bool option = key == "opt" || key == "option" || key == "options" || key.starts_with("opt.");
  const std::string_view meant = option ? "option.NAME" : nearest_word(key, names);
  return fmt::format("unknown field '{}'; {}", key,
                     meant.empty() ? fmt::format("there are {}, option.NAME", fmt::join(names, ", "))
                                   : fmt::format("did you mean {}?", meant));
}

Result<bool> parse_flag(std::string_view key, std::string_view value) {
  if (value == "true" || value == "false") {
    return value == "true";
  }
  return Error{fmt::format("{} is true or false, not '{}'", key, value)};
}

Result<std::int64_t> parse_bound(std::string_view key, std::string_view value) {
  constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
  const std::int64_t most = key == "movetime" ? kLongestMs : kNoLimit;
  const auto number = to_number<std::int64_t>(value, 1, most);
  if (!number) {
    const std::string range = most == kNoLimit ? "1" : fmt::format("1 to {}", most);
    return Error{fmt::format("{} is a number from {}, not '{}'", key, range, value)};
  }
  return *number;
}

// tc, movetime and nodes may stand together, in any order.
Status set_time(EngineSpec& spec, std::string_view key, const std::string& value) {
  TimeControl time = spec.time.value_or(TimeControl{});
  if (key == "tc") {
    const TimeControl clock = TRY(parse_time_control(value));
    time.base = clock.base;
    time.increment = clock.increment;
  } else {
    (key == "nodes" ? time.nodes : time.movetime) = TRY(parse_bound(key, value));
  }
  spec.time = time;
  return success();
}

}  // namespace

Status set_engine_field(EngineSpec& spec, std::string_view key, const std::string& value) {
  const bool sent_to_engines = key == "name" || key.starts_with(kOptionField);
  if (sent_to_engines && (has_control(key) || has_control(value))) {
    return Error{fmt::format("{} '{}' holds a control character, which would end the line it is sent in",
                             key == "name" ? "the name" : without_control(key), without_control(value))};
  }
  if (key.starts_with(kOptionField)) {
    spec.options.emplace_back(key.substr(kOptionField.size()), value);
  } else if (key == "name") {
    spec.name = value;
  } else if (key == "dir") {
    spec.directory = value;
  } else if (key == "cmd" || key == "args") {
    const std::vector<std::string> words = TRY(split_command(value));
    // The program comes first, whichever field did.
    const auto at = key == "cmd" ? spec.command.begin() : spec.command.end();
    spec.command.insert(at, words.begin(), words.end());
  } else if (key == "tc" || key == "movetime" || key == "nodes") {
    return set_time(spec, key, value);
  } else if (key == "ponder" || key == "truth") {
    (key == "ponder" ? spec.ponder : spec.truth) = TRY(parse_flag(key, value));
  } else {
    return Error{unknown_field_text(key)};
  }
  return success();
}

Status check_engine_spec(const EngineSpec& spec) {
  if (spec.command.empty() || spec.command.front().empty()) {
    return Error{"it has no command; write cmd=PROGRAM, or the command line alone"};
  }
  return success();
}

std::string program_path(const std::string& word) {
  if (!word.starts_with('@')) {
    return word;
  }
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / word.substr(1)).string();
}

Status read_engine_fields(std::string_view text, EngineSpec& spec) {
  const std::vector<std::string> fields = split_fields(text);
  if (fields.empty() && text.find_first_not_of(" \t") != std::string_view::npos) {
    return Error{unknown_field_text(text.substr(0, text.find_first_of("= \t")))};
  }
  for (const std::string& field : fields) {
    const std::size_t equals = field.find('=');
    if (equals == std::string::npos) {
      return Error{fmt::format("'{}' has no value; write it KEY=VALUE", field)};
    }
    if (const Status set = set_engine_field(spec, std::string_view(field).substr(0, equals), field.substr(equals + 1));
        !set) {
      return set;
    }
  }
  return success();
}

EngineSpec with_defaults(EngineSpec spec, const EngineSpec& each) {
  const EngineSpec fresh;
  spec.name = spec.name.empty() ? each.name : spec.name;
  spec.command = spec.command.empty() ? each.command : spec.command;
  spec.directory = spec.directory.empty() ? each.directory : spec.directory;
  spec.time = spec.time ? spec.time : each.time;
  spec.ponder = spec.ponder != fresh.ponder ? spec.ponder : each.ponder;
  spec.truth = spec.truth != fresh.truth ? spec.truth : each.truth;
  for (const auto& option : each.options) {
    const bool has = std::any_of(spec.options.begin(), spec.options.end(),
                                 [&](const auto& mine) { return mine.first == option.first; });
    if (!has) {
      spec.options.push_back(option);
    }
  }
  return spec;
}

Result<EngineSpec> parse_engine_spec(std::string_view text, const EngineSpec& each) {
  EngineSpec spec;
  if (split_fields(text).empty()) {
    spec.command = TRY(split_command(text));
  } else if (const Status read = read_engine_fields(text, spec); !read) {
    return Error{fmt::format("engine '{}': {}", text, read.error())};
  }
  spec = with_defaults(std::move(spec), each);
  if (const Status good = check_engine_spec(spec); !good) {
    return Error{fmt::format("engine '{}': {}", text, good.error())};
  }
  return spec;
}

namespace {

// "opt.Hash=64": a word that is meant as a field. The value of an option may hold '=', but is then no word of its own.
bool looks_like_field(std::string_view word) {
  const std::size_t equals = word.find('=');
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_';
  };
  return equals != std::string_view::npos && equals > 0 && std::all_of(word.begin(), word.begin() + equals, is_letter);
}

}  // namespace

Result<EngineArguments> take_engine_arguments(std::vector<std::string>& arguments) {
  EngineArguments taken;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < arguments.size();) {
    const std::string& word = arguments[i++];
    const bool each = word == "--each" || word == "-each";
    if (word.starts_with("--engine=")) {
      taken.engines.push_back(word.substr(std::string_view("--engine=").size()));
      continue;
    }
    if (!each && word != "--engine" && word != "-engine") {
      rest.push_back(word);
      continue;
    }
    std::string spec;
    // The first word is the engine's whatever it looks like; after a whole command line nothing else belongs to it.
    const bool fields = each || (i < arguments.size() && looks_like_field(arguments[i]));
    for (bool first = true; i < arguments.size() && (first || begins_field(arguments[i])); first = false) {
      spec += (first ? "" : " ") + arguments[i++];
    }
    if (fields && i < arguments.size() && looks_like_field(arguments[i])) {
      return Error{unknown_field_text(arguments[i].substr(0, arguments[i].find('=')))};
    }
    if (each) {
      taken.each += (taken.each.empty() ? "" : " ") + spec;
    } else {
      taken.engines.push_back(std::move(spec));
    }
  }
  arguments = std::move(rest);
  return taken;
}

std::string_view engine_spec_help() {
  return
      R"(An ENGINE is a command line, or fields whose values reach to the next field:
  --engine "build/release/lanternfish Strategy=trout"
  --engine "name=t1 cmd=build/release/lanternfish option.Strategy=trout tc=10+0.1"
  -engine name=t1 cmd=build/release/lanternfish option.Hash=128      (words, as in fastchess)
  -each tc=10+0.1 option.Threads=1                                   (fields of all engines that do not set them)
Fields: name, cmd (program and arguments; @NAME is a program beside this one), args (more arguments), dir (working
directory), option.NAME, tc, movetime, nodes (its own clock and bounds of a phase), ponder (true: it may think on the
opponent's time), truth (true: the referee tells it the true board, for players that are to have perfect information).
)";
}

}  // namespace lanternfish
