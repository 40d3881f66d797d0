// lanternfish-train: training data from recorded games, what it holds, and networks trained on it.

#include <array>

#include "tools/common/arguments.h"
#include "tools/fit/fit_command.h"
#include "tools/train/commands.h"

namespace {

using namespace lanternfish;

constexpr const char* kUsage =
    "usage: lanternfish-train COMMAND [options]\n"
    "  data GAME... --out FILE    training data of GameHistory files; stopped, the same command goes on where it was\n"
    "  boards GAME... --out FILE  training data of a scorer: boards held possible in games, as a chess engine plays "
    "them\n"
    "  info FILE                  what training data holds\n"
    "  train FILE --out WEIGHTS   a network that does what the players did; stopped by Ctrl-C, goes on likewise\n"
    "  selfplay START [PAST...] --out WEIGHTS   a network that begins as START and learns by play against past selves; "
    "likewise\n"
    "  fit FOLDER...              the belief's move model: no network\n"
    "Each explains itself with --help.\n";

int run(int argc, char** argv) {
  const std::array<Command, 6> commands = {{{"data", run_data},
                                            {"boards", run_boards},
                                            {"info", run_info},
                                            {"train", run_train},
                                            {"selfplay", run_selfplay},
                                            {"fit", run_fit_command}}};
  return run_command("lanternfish-train", kUsage, commands, argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-train", argc, argv, run); }
