#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "tools/arena/command_line.h"
#include "tools/arena/commands.h"
#include "tools/arena/match.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kUsage = R"(usage: lanternfish-arena match --engine ENGINE --engine ENGINE --games N [options]
Plays games between two engines, colours alternating, the first engine with White first. Prints a line a game with the
score of the first engine, and a summary. Every game is saved in the folder of records, with a line in games.jsonl.
)";

Result<MatchSettings> settings_of(const CommandLine& line) {
  MatchSettings settings;
  const Result<std::vector<EngineSpec>> engines = line.engines();
  if (!engines) {
    return Error{engines.error()};
  }
  if (engines->size() != 2) {
    return Error{fmt::format("a match wants two engines, and {} were given", engines->size())};
  }
  settings.engines = {(*engines)[0], (*engines)[1]};
  const Result<TimeControl> time = time_option(line);
  const Result<GameRules> rules = rules_option(line);
  if (!time || !rules) {
    return Error{time ? rules.error() : time.error()};
  }
  settings.time = *time;
  settings.rules = *rules;
  settings.games = line.get<int>("games");
  settings.concurrency = line.get<int>("concurrency");
  if (settings.games < 1 || settings.concurrency < 1) {
    return Error{"--games and --concurrency are at least 1"};
  }
  settings.patience = patience_option(line);
  settings.probe = line.has("probe");
  settings.keep_processes = line.has("keep-processes");
  settings.records = line.get<std::string>("records");
  settings.logs = line.has("log") ? line.get<std::string>("log") : "";
  return settings;
}

}  // namespace

int match_command(std::vector<std::string> arguments) {
  CommandLine line(kUsage);
  line.options().add_options()("games", po::value<int>()->default_value(2), "how many")(
      "concurrency", po::value<int>()->default_value(1), "how many at a time");
  add_game_options(line);
  line.options().add_options()("records", po::value<std::string>()->default_value("games/match"),
                               "folder the games are saved in")(
      "log", po::value<std::string>(), "folder for what each engine was told and said, with times")(
      "keep-processes", "play with one process per engine instead of a fresh one for each game");
  add_patience_options(line);
  if (!line.parse(std::move(arguments))) {
    return line.exit_status();
  }
  const Result<MatchSettings> settings = settings_of(line);
  if (!settings) {
    return line.refuse(settings.error());
  }
  const Result<MatchScore> score = play_match(*settings, [&](const FinishedGame& game) {
    fmt::print("{}\n", progress_text(game, settings->games));
    std::fflush(stdout);
  });
  if (!score) {
    fmt::print(stderr, "lanternfish-arena: {}\n", score.error());
    return 1;
  }
  fmt::print("{}", score_text(*score));
  return 0;
}

}  // namespace lanternfish
