#include "uci/engine_command.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "support/words.h"

namespace lanternfish {

namespace {

bool is_program(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Result<EngineCommands> parse_engine_commands(std::string_view text) {
  Result<EngineCommands> commands = split_commands(text);
  return !commands || !commands->empty() ? commands : Error{fmt::format("no program in the engine command '{}'", text)};
}

std::optional<std::string> find_engine_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return is_program(name) ? std::optional(name) : std::nullopt;
  }
  const char* path = std::getenv("PATH");
  const std::string folders = std::string(path != nullptr ? path : "") + ":/usr/games";
  for (const std::string_view folder : parts_of(folders, ':')) {
    const std::string candidate = fmt::format("{}/{}", folder, name);
    if (!folder.empty() && is_program(candidate)) {
      return candidate;
    }
  }
  return std::nullopt;
}

}  // namespace lanternfish
