#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "game/recorded_game.h"
#include "support/output.h"
#include "support/processors.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/cli/print.h"
#include "tools/arena/replay/replay.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kReplayUsage = R"(usage: lanternfish-arena replay FILE|FOLDER... --engine ENGINE [options]
Feeds recorded games (GameHistory JSON) to an engine as either player and checks what it holds; with --decide, shows where
it would have acted otherwise. Prints a line a game and totals, and on standard error a line a turn while a game takes
long; exits with 1 when the true board was lost, a count differs, or the engine refused an event.
)";

constexpr const char* kVerifyUsage = R"(usage: lanternfish-arena verify FILE|FOLDER...
Checks recorded games (GameHistory JSON): our own referee agrees with every window, taken move, capture square and
position. A game of another program holds although it is laid out otherwise, which is said. Exits with 1 when a game fails.
)";

// Engines keep up to BeliefMemory each: no more of them than a usual machine has memory for.
int usual_jobs() {
  constexpr int kMost = 4;
  return std::min(processors(), kMost);
}

Result<ReplaySettings> replay_settings(const CommandLine& line) {
  ReplaySettings settings;
  const std::vector<EngineSpec> engines = TRY(line.engines());
  if (engines.size() != 1) {
    return Error{fmt::format("a replay wants one engine, not {}", engines.size())};
  }
  settings.engine = engines.front();
  settings.patience = TRY(patience_option(line));
  if (!line.has("file")) {
    return Error{"no game was named"};
  }
  settings.files = TRY(named_records(line.get<std::vector<std::string>>("file")));
  const std::string color = line.get<std::string>("color");
  if (color != "both" && color != "white" && color != "black") {
    return Error{fmt::format("--color is both, white or black, not '{}'", color)};
  }
  settings.colors = {color != "black", color != "white"};
  settings.go_on = line.has("go-on");
  settings.probe = line.has("probe");
  if (settings.probe && line.has("decide")) {
    return Error{
        "--probe tells the engine the true board, and --decide asks what it would do without: ask for one at a time"};
  }
  if (line.has("decide")) {
    constexpr std::int64_t kNodes = 100;  // quick, and with Threads 1 and a Seed the same every time
    settings.decide.emplace();
    settings.decide->movetime = TRY(movetime_option(line));
    if (line.has("nodes") || !line.has("movetime")) {
      settings.decide->nodes = line.has("nodes") ? line.get<std::int64_t>("nodes") : kNodes;
    }
  }
  settings.max_boards = line.get<std::uint64_t>("max-boards");
  settings.jobs = line.get<int>("jobs");
  if (settings.jobs < 1) {
    return Error{fmt::format("--jobs is at least 1, not {}", settings.jobs)};
  }
  return settings;
}

// Counts only what was asked for.
bool verify_file(const std::filesystem::path& path) {
  const Result<RecordedFile> played = read_recorded_file(path);
  if (!played) {
    print_text("{}\n", played.error());
  } else if (format_game_record(parse_game_record(played->content).value()) != played->content) {
    print_text("{}: the game holds; written by another program\n", path.string());
  }
  return played.ok();
}

}  // namespace

int replay_command(std::vector<std::string> arguments) {
  CommandLine line(kReplayUsage, "file");
  line.options().add_options()("file", po::value<std::vector<std::string>>(), "recorded games, or folders of them")(
      "color", po::value<std::string>()->default_value("both"), "whose turns to feed: both, white or black")(
      "decide", "ask at every own turn what the engine would do, and show where it is not what was recorded")(
      "movetime", po::value<std::int64_t>(), "with --decide: ms for each sense and each move")(
      "nodes", po::value<std::int64_t>(), "with --decide: positions scored for each; else 100")(
      "go-on", "where record and rules part, say so and go on from the recorded board")(
      "probe", "ask for the true board after the sense at every own turn")(
      "counts", po::value<std::string>()->value_name("FILE"), "compare the numbers of boards with these")(
      "max-boards", po::value<std::uint64_t>()->default_value(1'000'000),
      "leave a player's game beyond so many boards, since its turns would take minutes; 0 never")(
      "jobs", po::value<int>()->default_value(usual_jobs()),
      "how many games at a time, each with an engine of its own");
  add_patience_options(line);
  return line.run(std::move(arguments), [&]() -> Result<int> {
    Result<ReplaySettings> settings = replay_settings(line);
    if (!settings) {
      return line.refuse(settings.error());
    }
    ReplaySettings chosen = std::move(settings).value();
    ReferenceCounts counts;
    if (line.has("counts")) {
      counts = TRY(read_reference_counts(line.get<std::string>("counts")));
      chosen.counts = &counts;
    }
    const auto print_line = [](const std::string& text) {
      print_text("{}\n", text);
      std::fflush(stdout);
    };
    const auto print_progress = [](const std::string& text) { print_error("{}\n", text); };
    const ReplayTotals totals = replay(chosen, {.game = print_line, .problem = print_line, .progress = print_progress});
    print_text("{}", totals_text(totals));
    return totals.clean() ? 0 : 1;
  });
}

int verify_command(std::vector<std::string> arguments) {
  CommandLine line(kVerifyUsage, "file", CommandLine::Engines::kNone);
  line.options().add_options()("file", po::value<std::vector<std::string>>(), "recorded games");
  return line.run(std::move(arguments), [&]() -> Result<int> {
    if (!line.has("file")) {
      return line.refuse("no game was named");
    }
    const auto files = TRY(named_records(line.get<std::vector<std::string>>("file")));
    const auto good = std::count_if(files.begin(), files.end(), verify_file);
    print_text("{} of {} games verified\n", good, files.size());
    return good == static_cast<std::ptrdiff_t>(files.size()) ? 0 : kFailed;
  });
}

}  // namespace lanternfish
