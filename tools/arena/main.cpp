// lanternfish-arena: games between RBC-UCI engines under an exact referee, and recorded games fed to an engine.

#include <cstdio>
#include <exception>
#include <string_view>

#include <fmt/format.h>

#include "tools/arena/commands.h"

namespace {

constexpr std::string_view kUsage = R"(usage: lanternfish-arena COMMAND [options]
  play     one game between two engines, printed turn by turn
  match    many games between two engines, with the score
  replay   recorded games fed to an engine: does it keep the true board?
  verify   recorded games checked against our own referee
Each explains itself with --help.
)";

int run(std::string_view command, std::vector<std::string> arguments) {
  using namespace lanternfish;
  if (command == "play") {
    return play_command(std::move(arguments));
  }
  if (command == "match") {
    return match_command(std::move(arguments));
  }
  if (command == "replay") {
    return replay_command(std::move(arguments));
  }
  if (command == "verify") {
    return verify_command(std::move(arguments));
  }
  if (command == "--help" || command == "-h" || command == "help") {
    fmt::print("{}", kUsage);
    return 0;
  }
  fmt::print(stderr, "lanternfish-arena: there is no command '{}'\n{}", command, kUsage);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "{}", kUsage);
    return 2;
  }
  try {
    return run(argv[1], {argv + 2, argv + argc});
  } catch (const std::exception& bug) {
    fmt::print(stderr, "lanternfish-arena: {}\n", bug.what());
    return 1;
  }
}
