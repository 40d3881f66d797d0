#include <fmt/format.h>

#include "protocol/serve/loop.h"
#include "protocol/serve/player_session.h"
#include "support/words.h"
#include "tools/arena/bots/bots.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kBotUsage = R"(usage: lanternfish-arena bot random|shuffler|one-board|perfect [options]
A bot of the arena as an engine of the protocol, to be named as one: cmd=@lanternfish-arena bot random --pass 25.
random: any inner square, any request, or a pass. shuffler: any inner square, and pieces moved to and fro on its own three
ranks, so that nothing is seen of it and nothing captured. one-board: senses what it has not seen for longest, pastes it on
one board and plays what a chess engine plays there. perfect: the same on the true board, which the referee tells it where
the engine has the field truth=true. Both capture the king where their board shows how.
)";

// Speaks for the player until the host leaves.
int serve(std::unique_ptr<Player> player) {
  return serve_host(
      [&](SendMessage send) { return std::make_unique<PlayerSession>(std::move(player), std::move(send)); });
}

}  // namespace

int bot_command(std::vector<std::string> arguments) {
  CommandLine line(kBotUsage, "player", CommandLine::Engines::kNone);
  int pass = 25, random = 0;
  std::int64_t movetime = 100;
  line.options().add_options()("player", po::value<std::string>(), "random, shuffler, one-board or perfect");
  line.number("pass", pass, 0, 100, "random: passes, in percent of its turns");
  line.number("random", random, 0, 100, "one-board: requests anything, in percent of its turns");
  line.options().add_options()("chess-engine", po::value<std::string>()->default_value(""),
                               "one-board, perfect: command line of a UCI engine; else stockfish");
  line.number("chess-movetime", movetime, 0, 1'000'000'000,
              "one-board, perfect: ms for a move where the host sets no other bound");
  return line.run(std::move(arguments), [&]() -> Result<int> {
    const std::string player = line.has("player") ? line.get<std::string>("player") : "";
    if (player == "random") {
      return serve(make_random_bot(pass));
    }
    if (player == "shuffler") {
      return serve(make_shuffler_bot());
    }
    const ChessEngineSettings settings{TRY(split_command(line.get<std::string>("chess-engine"))), movetime};
    if (player == "perfect") {
      return serve(TRY(make_perfect_bot(settings)));
    }
    if (player == "one-board") {
      return serve(TRY(make_one_board_bot(settings, random)));
    }
    return line.refuse("a bot is random, shuffler, one-board or perfect");
  });
}

}  // namespace lanternfish
