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

constexpr const char* kBotUsage = R"(usage: lanternfish-arena bot random|shuffler|perfect [options]
A bot of the arena as an engine of the protocol, to be named as one: cmd=@lanternfish-arena bot random --pass 25.
random: any inner square, any request, or a pass. shuffler: any inner square, and pieces moved to and fro on its own three
ranks, so that nothing is seen of it and nothing captured. perfect: captures the king where it can, else plays what a
chess engine plays on the true board, which the referee tells it where the engine has the field truth=true.
)";

// Speaks for the player until the host leaves.
int serve(std::unique_ptr<Player> player) {
  return serve_host(
      [&](SendMessage send) { return std::make_unique<PlayerSession>(std::move(player), std::move(send)); });
}

}  // namespace

int bot_command(std::vector<std::string> arguments) {
  CommandLine line(kBotUsage, "player", CommandLine::Engines::kNone);
  line.options().add_options()("player", po::value<std::string>(), "random, shuffler or perfect")(
      "pass", po::value<int>()->default_value(25), "random: passes, in percent of its turns")(
      "chess-engine", po::value<std::string>()->default_value(""),
      "perfect: command line of a UCI engine; else stockfish")(
      "chess-movetime", po::value<std::int64_t>()->default_value(100),
      "perfect: ms for a move where the host sets no other bound");
  if (!line.parse(std::move(arguments))) {
    return line.exit_status();
  }
  const std::string player = line.has("player") ? line.get<std::string>("player") : "";
  const int pass = line.get<int>("pass");
  Result<std::vector<std::string>> command = split_command(line.get<std::string>("chess-engine"));
  if ((player != "random" && player != "shuffler" && player != "perfect") || pass < 0 || pass > 100 || !command) {
    return line.refuse("a bot is random, shuffler or perfect, and passes 0 to 100 percent of the time");
  }
  if (player == "random") {
    return serve(make_random_bot(pass));
  }
  if (player == "shuffler") {
    return serve(make_shuffler_bot());
  }
  Result<std::unique_ptr<Player>> perfect = make_perfect_bot({*command, line.get<std::int64_t>("chess-movetime")});
  if (!perfect) {
    print_error("lanternfish-arena: {}\n", perfect.error());
    return EXIT_FAILURE;
  }
  return serve(std::move(perfect).value());
}

}  // namespace lanternfish
