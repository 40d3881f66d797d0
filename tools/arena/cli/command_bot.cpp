#include <cstdlib>

#include <fmt/format.h>

#include "protocol/serve/loop.h"
#include "protocol/serve/player_session.h"
#include "support/output.h"
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
  line.options().add_options()("player", po::value<std::string>(), "random, shuffler, one-board or perfect")(
      "pass", po::value<int>()->default_value(25), "random: passes, in percent of its turns")(
      "random", po::value<int>()->default_value(0), "one-board: requests anything, in percent of its turns")(
      "chess-engine", po::value<std::string>()->default_value(""),
      "one-board, perfect: command line of a UCI engine; else stockfish")(
      "chess-movetime", po::value<std::int64_t>()->default_value(100),
      "one-board, perfect: ms for a move where the host sets no other bound");
  if (!line.parse(std::move(arguments))) {
    return line.exit_status();
  }
  const std::string player = line.has("player") ? line.get<std::string>("player") : "";
  const int pass = line.get<int>("pass");
  const int random = line.get<int>("random");
  Result<std::vector<std::string>> command = split_command(line.get<std::string>("chess-engine"));
  const bool asks_engine = player == "perfect" || player == "one-board";
  if ((player != "random" && player != "shuffler" && !asks_engine) || pass < 0 || pass > 100 || random < 0 ||
      random > 100 || !command) {
    return line.refuse("a bot is random, shuffler, one-board or perfect; --pass and --random are 0 to 100");
  }
  if (!asks_engine) {
    return serve(player == "random" ? make_random_bot(pass) : make_shuffler_bot());
  }
  const ChessEngineSettings settings{*command, line.get<std::int64_t>("chess-movetime")};
  Result<std::unique_ptr<Player>> bot =
      player == "perfect" ? make_perfect_bot(settings) : make_one_board_bot(settings, random);
  if (!bot) {
    print_error("lanternfish-arena: {}\n", bot.error());
    return EXIT_FAILURE;
  }
  return serve(std::move(bot).value());
}

}  // namespace lanternfish
