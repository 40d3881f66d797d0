// lanternfish-arena: games between RBC-UCI engines under an exact referee, and recorded games fed to an engine.

#include <string>
#include <string_view>
#include <vector>

#include "support/child_process.h"
#include "tools/arena/cli/commands.h"
#include "tools/common/arguments.h"

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
  export      results as a table: CSV, or for a paper
  table       results that people wrote down as a table of Markdown
  bot         a player that comes with the arena, speaking the protocol: random, shuffler, one-board, perfect
Each explains itself with --help. Exit status: 0 done; 1 something went wrong, or what was checked does not hold; 2 wrong
command line; 130 stopped by a signal.
)";

using namespace lanternfish;

int start(int argc, char** argv) {
  std::vector<Command> commands = {
      {"play", play_command},     {"merge", merge_command},           {"report", report_command},
      {"replay", replay_command}, {"compliance", compliance_command}, {"verify", verify_command},
      {"export", export_command}, {"table", table_command},           {"bot", bot_command},
      {"class", class_command}};
  for (const TournamentKind kind :
       {TournamentKind::kMatch, TournamentKind::kGauntlet, TournamentKind::kRoundRobin, TournamentKind::kSprt}) {
    commands.push_back({format_tournament_kind(kind),
                        [kind](std::vector<std::string> words) { return tournament_command(kind, std::move(words)); }});
  }
  ChildProcess::adopt_orphans();
  const int status = run_command("lanternfish-arena", kUsage, commands, argc, argv);
  ChildProcess::end_orphans();
  return status;
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-arena", argc, argv, start); }
