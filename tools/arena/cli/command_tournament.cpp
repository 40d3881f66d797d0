#include <cstdio>

#include <fmt/format.h>

#include "game/referee.h"
#include "rules/notation.h"
#include "support/folder_lock.h"
#include "support/number.h"
#include "support/output.h"
#include "support/words.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/tournament/canonical.h"
#include "tools/arena/tournament/climb.h"
#include "tools/arena/tournament/html_report.h"
#include "tools/arena/tournament/standings.h"
#include "tools/common/stop_signals.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kCommonUsage =
    R"(Prints a line a game with the running score, and the standings at the end. Results go to games.jsonl in the folder of
records, one JSON line a game; beside it each game's record, its turns and private transcripts (.turns.jsonl) and, with
--logs, what was said. Stopped by Ctrl-C or killed, the same command goes on where it was.
)";

std::string usage_of(TournamentKind kind) {
  switch (kind) {
    case TournamentKind::kMatch:
      return "usage: lanternfish-arena match --engine ENGINE --engine ENGINE --games N [options]\n"
             "Plays games between two engines, in pairs with colours swapped.\n";
    case TournamentKind::kGauntlet:
      return "usage: lanternfish-arena gauntlet --engine ENGINE [--engine OPPONENT...] --games N [options]\n"
             "Plays the first engine against each of the others; without others against random, attacker, trout, mht,\n"
             "strangefish2 and lanternfish. --ladder: against players of known strength, from a random one up, and "
             "says\n"
             "its Elo on their scale after ten minutes. --ladder=NODES,...: against a chess engine that sees the true\n"
             "board, with ever more nodes a move, and says with how many of them it is as strong.\n";
    case TournamentKind::kRoundRobin:
      return "usage: lanternfish-arena roundrobin --engine ENGINE --engine ENGINE... --games N [options]\n"
             "Plays everybody against everybody. --complexity takes the bots of the complexity paper.\n";
    case TournamentKind::kSprt:
      return "usage: lanternfish-arena sprt --engine NEW --engine OLD --elo0 E --elo1 E [options]\n"
             "Plays until it is known whether NEW is stronger: a sequential probability ratio test over pairs of "
             "games.\n";
  }
  return {};
}

constexpr const char* kWholeLadder = "all";
constexpr const char* kUsualRungs = "1,10,100,1000,10000";
constexpr int kUsualLadderGames = 40;
constexpr int kUsualClimbGames = 200;
constexpr const char* kLadderPage = "ladder.html";

bool is_ladder(const CommandLine& line, TournamentKind kind) {
  return kind == TournamentKind::kGauntlet && line.has("ladder");
}

bool is_climb(const CommandLine& line, TournamentKind kind) {
  return is_ladder(line, kind) && line.get<std::string>("ladder") == kWholeLadder;
}

// "1,10,100": nodes a move, ascending.
Result<std::vector<std::int64_t>> parse_ladder(const std::string& text) {
  std::vector<std::int64_t> ladder;
  for (const std::string_view part : parts_of(text, ',')) {
    const auto nodes = to_number<std::int64_t>(part, ladder.empty() ? 1 : ladder.back() + 1);
    if (!nodes) {
      return Error{
          fmt::format("'{}' is no ladder; it is written as nodes a move in ascending order, {}", text, kUsualRungs)};
    }
    ladder.push_back(*nodes);
  }
  return ladder;
}

Result<std::vector<EngineSpec>> engines_of(const CommandLine& line, TournamentKind kind,
                                           const std::vector<std::int64_t>& ladder) {
  std::vector<EngineSpec> list = TRY(line.engines());
  if (is_ladder(line, kind) && list.size() != 1) {
    return Error{fmt::format("a ladder has its own opponents and wants one engine, not {}", list.size())};
  }
  if (kind == TournamentKind::kGauntlet && list.size() == 1) {
    for (EngineSpec& opponent : is_climb(line, kind) ? known_rung_engines()
                                : ladder.empty()     ? gauntlet_opponents()
                                                     : ladder_rungs(ladder)) {
      list.push_back(std::move(opponent));
    }
  }
  if (kind == TournamentKind::kRoundRobin && line.has("complexity")) {
    for (EngineSpec& bot : complexity_bots()) {
      list.push_back(std::move(bot));
    }
  }
  const bool two = kind == TournamentKind::kMatch || kind == TournamentKind::kSprt;
  if (two ? list.size() != 2 : list.size() < 2) {
    return Error{fmt::format("this wants {} engines, not {}", two ? "two" : "at least two", list.size())};
  }
  return list;
}

Status read_numbers(const CommandLine& line, TournamentSettings& settings) {
  settings.shape.games = line.defaulted("games") && !settings.ladder.empty()              ? kUsualLadderGames
                         : line.defaulted("games") && is_climb(line, settings.shape.kind) ? kUsualClimbGames
                                                                                          : line.get<int>("games");
  if (line.has("rounds")) {
    const std::int64_t games = std::int64_t{line.get<int>("rounds")} * settings.shape.games;
    if (line.get<int>("rounds") < 1 || games > 1'000'000'000) {
      return Error{"--rounds is at least 1, and --rounds times --games is no more than a thousand million"};
    }
    settings.shape.games = static_cast<int>(games);
  }
  settings.concurrency = line.get<int>("concurrency");
  settings.restarts = line.has("restore") ? line.get<int>("restore") : 0;
  if (settings.shape.games < 1 || settings.concurrency < 1) {
    return Error{"--games and --concurrency are at least 1"};
  }
  if (settings.restarts < 0) {
    return Error{"--restore is not negative"};
  }
  settings.shard = TRY(parse_shard(line.get<std::string>("shard")));
  if (line.has("seed")) {
    settings.seed = line.get<std::uint64_t>("seed");
  } else if (settings.shard.count > 1) {
    return Error{"shards are parts of one tournament and want its --seed N"};
  }
  return success();
}

Status read_sprt(const CommandLine& line, TournamentSettings& settings) {
  settings.sprt = SprtSettings{line.get<double>("elo0"), line.get<double>("elo1"), line.get<double>("alpha"),
                               line.get<double>("beta")};
  if (settings.shard.count > 1) {
    return Error{"an SPRT stops by itself, which its shards could not; shard a match and give merge the hypotheses"};
  }
  return check_sprt(*settings.sprt);
}

Result<TournamentSettings> settings_of(const CommandLine& line, TournamentKind kind) {
  TournamentSettings settings;
  settings.shape.kind = kind;
  if (is_ladder(line, kind) && !is_climb(line, kind)) {
    settings.ladder = TRY(parse_ladder(line.get<std::string>("ladder")));
  }
  settings.engines = TRY(engines_of(line, kind, settings.ladder));
  settings.time = TRY(time_option(line));
  settings.rules = TRY(rules_option(line));
  settings.charging = TRY(parse_charging(line.get<std::string>("charging")));
  TRY(read_numbers(line, settings));
  if (kind == TournamentKind::kSprt) {
    TRY(read_sprt(line, settings));
  }
  if (is_climb(line, kind)) {
    settings.trusts_names = true;  // else all engines would be started before each round
    if (settings.engines.front().name.empty()) {
      settings.engines.front().name = "player";
    }
    for (const KnownRung& rung : known_rungs()) {
      if (rung.name == settings.engines.front().name) {
        return Error{fmt::format("'{}' is a player of the ladder; please name yours otherwise", rung.name)};
      }
    }
    if (settings.shard.count > 1) {
      return Error{"the whole ladder chooses its games by the results, which its shards could not see"};
    }
    if (!(line.get<double>("minutes") > 0 && line.get<double>("minutes") <= 100'000)) {
      return Error{"--minutes is above 0, and 100,000 at most"};
    }
  }
  settings.shape.engines = static_cast<int>(settings.engines.size());
  settings.shape.mirror = kind == TournamentKind::kRoundRobin && (line.has("mirror") || line.has("complexity"));
  settings.patience = TRY(patience_option(line));
  settings.probe = line.has("probe");
  settings.keep_processes = line.has("keep-processes");
  settings.logs = line.has("logs");
  settings.affinity = line.has("affinity");
  settings.mix_builds = line.has("anyway");
  settings.torn = torn_lines_option(line, TornLines::kCutLast);
  if (line.has("openings")) {
    if (line.has("start")) {
      return Error{"--start and --openings both say where games begin"};
    }
    settings.openings = TRY(read_openings(line.get<std::string>("openings")));
    for (const Board& board : settings.openings.boards) {
      GameRules rules = settings.rules;
      rules.start = board;
      if (Referee(rules).over()) {
        return Error{fmt::format("openings: the game is over at {}", format_fen(board))};
      }
    }
  }
  settings.records = line.has("records") ? line.get<std::string>("records") : "games/" + tournament_label(settings);
  return settings;
}

void add_options(CommandLine& line, TournamentKind kind) {
  const int games = kind == TournamentKind::kSprt ? 40'000 : 2;
  line.options().add_options()("games", po::value<int>()->default_value(games),
                               kind == TournamentKind::kSprt ? "at most so many" : "how many of each pairing")(
      "rounds", po::value<int>(), "as fastchess has it: so many rounds of --games games of each pairing")(
      "concurrency", po::value<int>()->default_value(1), "how many at a time")(
      "affinity", "each game at a time gets processors of its own")(
      "openings", po::value<std::string>()->value_name("FILE"),
      "start positions, a FEN a line, one for each pair of games; or as fastchess has it: file=FILE "
      "order=random|sequential start=N")("seed", po::value<std::uint64_t>(),
                                         "from which each engine's Seed in each game derives; else a random one")(
      "shard", po::value<std::string>()->default_value("1/1"),
      "play only this part: 2/4 is the second of four; see merge");
  if (kind == TournamentKind::kSprt) {
    line.options().add_options()("elo0", po::value<double>()->default_value(0), "null hypothesis, logistic Elo")(
        "elo1", po::value<double>()->default_value(10), "alternative")(
        "alpha", po::value<double>()->default_value(0.05), "chance of accepting elo1 when elo0 is true")(
        "beta", po::value<double>()->default_value(0.05), "chance of accepting elo0 when elo1 is true");
  }
  if (kind == TournamentKind::kRoundRobin) {
    line.options().add_options()("mirror", "everybody also against a copy of itself, half as many games")(
        "complexity", "RandomBot25, NaiveBot, MHTBot, PredictorBot, PerfectInfoBot, and --mirror");
  }
  if (kind == TournamentKind::kGauntlet) {
    line.options().add_options()(
        "ladder", po::value<std::string>()->implicit_value(kWholeLadder)->value_name("NODES,..."),
        "all, or nothing: the whole ladder, 200 games or --games in all. NODES,...: the ladder "
        "of sight, against bot perfect with so many nodes a move, 40 games or --games a rung")(
        "minutes", po::value<double>()->default_value(10), "how long to climb the whole ladder");
  }
  add_game_options(line);
  line.options().add_options()("restore", po::value<int>()->implicit_value(10)->value_name("N"),
                               "start a crashed engine again, up to N times a game, and hand it its history")(
      "records", po::value<std::string>(), "folder of results and games; else games/KIND-NAMES-LABEL")(
      "fresh", "put games that are already in that folder aside, and begin anew")(
      "anyway", "go on although an engine was rebuilt since the earlier games")(
      "logs", "keep what each engine was told and said, with times")(
      "keep-processes", "play with one process per engine instead of a fresh one for each game");
  add_torn_lines_option(line);
  add_patience_options(line);
}

// What the end of a run leaves in the folder of records, unless another one has begun in it.
Status write_standings(const TournamentSettings& settings, const Tally& tally) {
  const FolderLock lock = TRY(FolderLock::take(settings.records, FolderLock::Kind::kAlone));
  TRY(write_file(settings.records / "standings.jsonl", standings_json(tally, settings.ladder) + "\n"));
  if (settings.ladder.empty()) {
    return success();
  }
  const MergedResults merged = TRY(merge_results({settings.records.string()}));
  return write_file(settings.records / kLadderPage,
                    html_report(merged, tally, settings.records, settings.records / kLadderPage));
}

Result<int> report(const TournamentSettings& settings, const TournamentOutcome& outcome) {
  print_text("\n{}", standings_text(outcome.tally, settings.ladder));
  if (settings.shard.count == 1) {
    TRY(write_standings(settings, outcome.tally));
    if (!settings.ladder.empty()) {
      print_text("chart: {}\n", (settings.records / kLadderPage).string());
    }
  }
  print_text("results: {}\n", (settings.records / results_file_name(settings.shard)).string());
  if (outcome.stopped) {
    print_text("stopped after {} of {} games; the same command goes on\n", outcome.finished, outcome.planned);
    return kStoppedStatus;
  }
  return 0;
}

}  // namespace

int tournament_command(TournamentKind kind, std::vector<std::string> arguments) {
  CommandLine line(usage_of(kind) + kCommonUsage);
  add_options(line, kind);
  return line.run(std::move(arguments), [&]() -> Result<int> {
    const Result<TournamentSettings> settings = settings_of(line, kind);
    if (!settings) {
      return line.refuse(settings.error());
    }
    if (line.has("fresh")) {
      if (settings->shard.count > 1) {
        return line.refuse("--fresh is not for shards: the folder may hold games of the others");
      }
      TRY(put_aside(settings->records));
    }
    const auto say = [](const std::string& text) {
      print_text("{}\n", text);
      std::fflush(stdout);
    };
    if (const std::string text = no_limit_text(settings->engines, settings->time, settings->patience); !text.empty()) {
      say(text);
    }
    const StopSignals interruption;
    const auto on_game = [&](const TournamentProgress& progress) { say(progress_text(progress)); };
    const auto play_all = [&]() -> Result<int> {
      if (is_climb(line, kind)) {
        const std::chrono::duration<double> time(line.get<double>("minutes") * 60);
        return report(*settings, TRY(run_climb(*settings, time, interruption.token(), on_game, say)));
      }
      return report(*settings, TRY(run_tournament(*settings, interruption.token(), on_game, say)));
    };
    return unless_stopped(play_all(), interruption);
  });
}

}  // namespace lanternfish
