#include <csignal>

#include <fmt/format.h>

#include "support/output.h"
#include "tools/arena/bots/house_session.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kUsage = R"(usage: lanternfish-arena bot random|shuffler|perfect [options]
A player of the house as an engine of the protocol, to be named as one: cmd=@lanternfish-arena bot random --pass 25.
random: any inner square, any request, or a pass. shuffler: any inner square, and pieces moved to and fro on its own three
ranks, so that nothing is seen of it and nothing captured. perfect: captures the king where it can, else plays what a
chess engine plays on the true board, which the referee tells it where the engine has the field truth=true.
)";

}  // namespace

int bot_command(std::vector<std::string> arguments) {
  CommandLine line(kUsage, "player", CommandLine::Engines::kNone);
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
    return line.refuse("a player of the house is random, shuffler or perfect, and passes 0 to 100 percent of the time");
  }
  std::signal(SIGPIPE, SIG_DFL);  // a host that is gone ends us
  if (player == "random") {
    HouseSession(fmt::format("random{}", pass), make_random_house_player(pass)).run();
  } else if (player == "shuffler") {
    HouseSession("shuffler", make_shuffling_house_player()).run();
  } else {
    const ChessEngineSettings settings{*command, line.get<std::int64_t>("chess-movetime")};
    Result<std::unique_ptr<HousePlayer>> perfect = make_perfect_house_player(settings);
    if (!perfect) {
      print_error("lanternfish-arena: {}\n", perfect.error());
      return 1;
    }
    HouseSession("perfect", std::move(perfect).value()).run();
  }
  return 0;
}

}  // namespace lanternfish
