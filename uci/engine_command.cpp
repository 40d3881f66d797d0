#include "uci/engine_command.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace lanternfish {

namespace {

bool is_program(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Result<EngineCommands> parse_engine_commands(std::string_view text) {
  EngineCommands commands(1);
  std::string word;
  bool in_word = false;
  char quote = 0;
  const auto end_word = [&] {
    if (in_word) {
      commands.back().push_back(std::move(word));
    }
    word.clear();
    in_word = false;
  };
  for (const char c : text) {
    if (quote != 0) {
      c == quote ? void(quote = 0) : word.push_back(c);
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t') {
      end_word();
    } else if (c == ';') {
      end_word();
      commands.emplace_back();
    } else {
      word.push_back(c);
      in_word = true;
    }
  }
  if (quote != 0) {
    return Error{"a quote is not closed in the engine command '" + std::string(text) + "'"};
  }
  end_word();
  std::erase_if(commands, [](const auto& argv) { return argv.empty() || argv.front().empty(); });
  if (commands.empty()) {
    return Error{"no program in the engine command '" + std::string(text) + "'"};
  }
  return commands;
}

std::optional<std::string> find_engine_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return is_program(name) ? std::optional(name) : std::nullopt;
  }
  const char* path = std::getenv("PATH");
  std::string folders = std::string(path != nullptr ? path : "") + ":/usr/games";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string candidate = folders.substr(begin, end - begin) + "/" + name;
    if (end > begin && is_program(candidate)) {
      return candidate;
    }
    begin = end + 1;
  }
  return std::nullopt;
}

}  // namespace lanternfish
