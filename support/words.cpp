#include "support/words.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanternfish {

namespace {

// No separator: '\0'.
Result<std::vector<std::vector<std::string>>> commands_of(std::string_view text, char separator) {
  std::vector<std::vector<std::string>> commands(1);
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && (c == ' ' || c == '\t' || (separator != '\0' && c == separator))) {
      in_word = false;
      if (c == separator) {
        commands.emplace_back();
      }
      continue;
    }
    if (!in_word) {
      commands.back().emplace_back();
      in_word = true;
    }
    std::string& word = commands.back().back();
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
    } else {
      word += c;
    }
  }
  if (quote != 0) {
    return Error{fmt::format("a quote is not closed in '{}'", text)};
  }
  return commands;
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  std::vector<std::string_view> words;
  for (std::size_t begin; (begin = text.find_first_not_of(kBlanks)) != std::string_view::npos;) {
    text.remove_prefix(begin);
    words.push_back(text.substr(0, text.find_first_of(kBlanks)));
    text.remove_prefix(words.back().size());
  }
  return words;
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end; (end = text.find(separator)) != std::string_view::npos; text.remove_prefix(end + 1)) {
    parts.push_back(text.substr(0, end));
  }
  parts.push_back(text);
  return parts;
}

Result<std::vector<std::string>> split_command(std::string_view text) {
  const auto commands = commands_of(text, '\0');
  return commands ? Result<std::vector<std::string>>(commands->front()) : Error{commands.error()};
}

Result<std::vector<std::vector<std::string>>> split_commands(std::string_view text) {
  auto commands = commands_of(text, ';');
  if (!commands) {
    return commands;
  }
  std::vector<std::vector<std::string>> list = std::move(commands).value();
  std::erase_if(list, [](const auto& argv) { return argv.empty() || argv.front().empty(); });
  return list;
}

}  // namespace lanternfish
