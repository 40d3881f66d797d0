// lanternfish-arena: games between RBC-UCI engines under an exact referee, and recorded games fed to an engine.

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "support/version.h"
#include "tools/arena/cli/commands.h"

namespace {

constexpr std::string_view kUsage = R"(usage: lanternfish-arena COMMAND [options]
  play        one game between two engines, printed turn by turn
  match       many games between two engines, with the score
  gauntlet    one engine against several
  roundrobin  everybody against everybody
  sprt        two engines, until it is known which of two hypotheses holds
  tune        options of an engine made better by games between its variants
  merge       results of several runs put together
  compliance  an engine led through all of the protocol: what is wrong with it?
  replay      recorded games fed to an engine: does it keep the true board, and where would it act otherwise?
  verify      recorded games checked against our own referee
  bot         a player of the house, speaking the protocol: random, perfect
Each explains itself with --help.
)";

int run(std::string_view command, std::vector<std::string> arguments) {
  using namespace lanternfish;
  if (command == "play") {
    return play_command(std::move(arguments));
  }
  for (const TournamentKind kind :
       {TournamentKind::kMatch, TournamentKind::kGauntlet, TournamentKind::kRoundRobin, TournamentKind::kSprt}) {
    if (command == format_tournament_kind(kind)) {
      return tournament_command(kind, std::move(arguments));
    }
  }
  if (command == "tune") {
    return tune_command(std::move(arguments));
  }
  if (command == "merge") {
    return merge_command(std::move(arguments));
  }
  if (command == "compliance") {
    return compliance_command(std::move(arguments));
  }
  if (command == "bot") {
    return bot_command(std::move(arguments));
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
  if (const auto version = lanternfish::asked_version(argc, argv, "lanternfish-arena")) {
    fmt::print("{}", *version);
    return 0;
  }
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
