// lanternfish-arena: games between RBC-UCI engines under an exact referee, and recorded games fed to an engine.

#include <array>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "support/child_process.h"
#include "support/output.h"
#include "support/program.h"
#include "support/text.h"
#include "tools/arena/cli/commands.h"

namespace {

constexpr std::string_view kUsage = R"(usage: lanternfish-arena COMMAND [options]
  play        one game between two engines, printed turn by turn
  match       many games between two engines, with the score
  gauntlet    one engine against several
  roundrobin  everybody against everybody
  sprt        two engines, until it is known which of two hypotheses holds
  class       the bots that a class has handed in, from a folder of files or zips to a table
  merge       results of several runs put together
  report      results of a tournament as one page that opens from disk
  compliance  an engine led through all of the protocol: what is wrong with it?
  replay      recorded games fed to an engine: does it keep the true board, and where would it act otherwise?
  verify      recorded games checked against our own referee
  export      results as a table (CSV): a row a game, or a row a turn
  table       results that people wrote down as a table of Markdown
  bot         a player that comes with the arena, speaking the protocol: random, shuffler, perfect
Each explains itself with --help. Exit status: 0 done; 1 something went wrong, or what was checked does not hold; 2 wrong
command line; 130 stopped by a signal.
)";

using namespace lanternfish;

int run(std::string_view command, std::vector<std::string> arguments) {
  if (command == "play") {
    return play_command(std::move(arguments));
  }
  for (const TournamentKind kind :
       {TournamentKind::kMatch, TournamentKind::kGauntlet, TournamentKind::kRoundRobin, TournamentKind::kSprt}) {
    if (command == format_tournament_kind(kind)) {
      return tournament_command(kind, std::move(arguments));
    }
  }
  if (command == "class") {
    return class_command(std::move(arguments));
  }
  if (command == "merge") {
    return merge_command(std::move(arguments));
  }
  if (command == "report") {
    return report_command(std::move(arguments));
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
  if (command == "export") {
    return export_command(std::move(arguments));
  }
  if (command == "table") {
    return table_command(std::move(arguments));
  }
  if (command == "--help" || command == "-h" || command == "help") {
    print_text("{}", kUsage);
    return 0;
  }
  constexpr std::array<std::string_view, 14> kCommands = {"play",   "match",  "gauntlet", "roundrobin", "sprt",
                                                          "class",  "merge",  "report",   "compliance", "replay",
                                                          "verify", "export", "table",    "bot"};
  const std::string_view meant = nearest_word(command, kCommands);
  print_error("lanternfish-arena: there is no command '{}'{}\n{}", command,
              meant.empty() ? "" : fmt::format("; did you mean {}?", meant), kUsage);
  return 2;
}

int start(int argc, char** argv) {
  if (argc < 2) {
    print_error("{}", kUsage);
    return kMisused;
  }
  ChildProcess::adopt_orphans();
  const int status = run(argv[1], {argv + 2, argv + argc});
  ChildProcess::end_orphans();
  return status;
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-arena", argc, argv, start); }
