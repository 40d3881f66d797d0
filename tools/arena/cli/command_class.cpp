#include <cstdio>
#include <set>

#include <fmt/format.h>

#include "support/folder_lock.h"
#include "support/output.h"
#include "support/text.h"
#include "tools/arena/class/class_plan.h"
#include "tools/arena/class/class_results.h"
#include "tools/arena/class/submissions.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/cli/print.h"
#include "tools/arena/tournament/canonical.h"
#include "tools/arena/tournament/html_report.h"
#include "tools/arena/tournament/standings.h"
#include "tools/common/stop_signals.h"

namespace lanternfish {

namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr const char* kClassUsage = R"(usage: lanternfish-arena class FOLDER [options]
Plays a tournament of the Python bots that a class has handed in: a file, a folder or a zip each, as learning platforms
hand them out. First a dry run of all, with a table of what is wrong with whom; whoever can play joins. The same command
goes on where it was stopped; bots that were added to FOLDER play as many opponents as the others, into the same table.
Leaves leaderboard.csv, leaderboard.html and every game in the folder of records, with what each bot wrote in a game
(.white.txt, .black.txt). docs/guide/class.md leads from thirty zip files to the page.
)";

constexpr int kDryRunTurns = 3;
constexpr const char* kDryRunOpponent = "dry run";
constexpr const char *kDryRunFolder = "dry_run", *kUnpackedFolder = "submissions";  // in that of the records

struct ClassSettings {
  TournamentSettings tournament;
  fs::path folder;
  std::string python;
  std::vector<std::string> bot_options;  // for bot_engine.py
  bool bwrap = false, again = false;
  int swiss = 0;  // rounds; 0: everybody against everybody
};

void say(const std::string& text) {
  print_text("{}\n", text);
  std::fflush(stdout);
}

std::string usual_stockfish() {
  for (const char* place : {"/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish"}) {
    std::error_code error;
    if (fs::exists(place, error)) {
      return place;
    }
  }
  return "none";
}

EngineSpec engine_of(const ClassSettings& settings, const fs::path& adapters, const Submission& submission) {
  EngineSpec spec;
  spec.name = submission.name;
  const std::string bot = submission.bot.empty() ? "missing.py" : submission.bot;
  spec.command = {settings.python, (adapters / "bot_engine.py").string(), bot, "--name", submission.name, "--output",
                  "{game}.txt"};
  spec.command.insert(spec.command.end(), settings.bot_options.begin(), settings.bot_options.end());
  return spec;
}

Result<std::vector<EngineSpec>> baselines_of(const std::string& text) {
  std::vector<EngineSpec> chosen;
  std::string rest = text == "none" ? "" : text;
  while (!rest.empty()) {
    const std::string name = rest.substr(0, rest.find(','));
    rest = rest.size() > name.size() ? rest.substr(name.size() + 1) : "";
    std::string known;
    for (const EngineSpec& baseline : gauntlet_opponents()) {
      known += " " + baseline.name;
      if (baseline.name == name) {
        chosen.push_back(baseline);
      }
    }
    if (chosen.empty() || chosen.back().name != name) {
      return Error{fmt::format("there is no baseline '{}'; there are{}", name, known)};
    }
  }
  return chosen;
}

void add_options(CommandLine& line) {
  line.options().add_options()("folder", po::value<std::string>(), "the submissions")(
      "records", po::value<std::string>(), "folder of results and games; else games/class-FOLDER")(
      "games", po::value<int>()->default_value(2), "how many of each pairing")(
      "swiss", po::value<int>()->value_name("ROUNDS"),
      "so many opponents for each, by a Swiss tournament; else everybody plays everybody")(
      "concurrency", po::value<int>()->default_value(1), "how many games at a time")(
      "baselines", po::value<std::string>()->default_value("random,attacker,trout")->value_name("NAME,..."),
      "players of ours that join: random, attacker, trout, mht, strangefish2, lanternfish; or none")(
      "again", "games lost by a fault or on time are played again, once the bot passes the dry run")(
      "fresh", "put games that are already in that folder aside, and begin anew")(
      "dry-run", "no more than the dry run")("seed", po::value<std::uint64_t>(),
                                             "from which each bot's seed in each game derives; else a random one")(
      "memory", po::value<int>()->default_value(2048), "MB for each bot; 0 no limit")(
      "cpus", po::value<int>()->default_value(1), "processors for each bot; 0 no limit")(
      "processes", po::value<int>()->default_value(64), "processes and threads for each bot; 0 no limit")(
      "files", po::value<int>()->default_value(256), "open files for each process of a bot; 0 no limit")(
      "bwrap", "each bot without network and with nothing but its folder, by Debian's bubblewrap")(
      "stockfish", po::value<std::string>()->default_value(usual_stockfish())->value_name("PROGRAM"),
      "stands in where a bot starts a chess engine of its author's machine; or none")(
      "python", po::value<std::string>()->default_value("python3"), "which runs the bots, and finds reconchess");
  add_game_options(line);
  add_torn_lines_option(line);
  add_patience_options(line);
}

// What is written to records/submissions and records/dry_run replaces what was there, and --fresh moves all of it.
Status not_among_results(const fs::path& folder, const fs::path& records, bool fresh) {
  std::error_code error;
  const fs::path within = fs::weakly_canonical(folder, error).lexically_relative(fs::weakly_canonical(records, error));
  const std::string first = within.empty() ? ".." : within.begin()->string();
  if (first == "." || first == kUnpackedFolder || first == kDryRunFolder || (fresh && first != "..")) {
    return Error{
        fmt::format("the results in {} would be mixed with the submissions in {}; --records names another folder",
                    records.string(), folder.string())};
  }
  return success();
}

Result<ClassSettings> settings_of(const CommandLine& line) {
  ClassSettings settings;
  TournamentSettings& tournament = settings.tournament;
  tournament.time = TRY(time_option(line));
  tournament.rules = TRY(rules_option(line));
  tournament.charging = TRY(parse_charging(line.get<std::string>("charging")));
  if (!line.has("folder")) {
    return Error{"a class wants the folder of its submissions"};
  }
  settings.folder = line.get<std::string>("folder");
  std::error_code missing;
  if (!fs::is_directory(settings.folder, missing)) {
    return Error{fmt::format("'{}' is no folder", settings.folder.string())};
  }
  tournament.shape.kind = TournamentKind::kRoundRobin;
  tournament.shape.games = line.get<int>("games");
  tournament.concurrency = line.get<int>("concurrency");
  settings.swiss = line.has("swiss") ? line.get<int>("swiss") : 0;
  if (tournament.shape.games < 1 || tournament.concurrency < 1 || (line.has("swiss") && settings.swiss < 1)) {
    return Error{"--games, --concurrency and --swiss are at least 1"};
  }
  tournament.patience = TRY(patience_option(line));
  tournament.torn = torn_lines_option(line, TornLines::kCutLast);
  tournament.trusts_names = true;
  if (line.has("seed")) {
    tournament.seed = line.get<std::uint64_t>("seed");
  }
  const fs::path folder = fs::absolute(settings.folder / "").lexically_normal().parent_path();
  tournament.records = line.has("records") ? fs::path(line.get<std::string>("records"))
                                           : fs::path("games") / ("class-" + file_name_of(folder.filename().string()));
  TRY(not_among_results(settings.folder, tournament.records, line.has("fresh")));
  settings.python = line.get<std::string>("python");
  settings.bwrap = line.has("bwrap");
  settings.again = line.has("again");
  for (const char* limit : {"memory", "cpus", "processes", "files"}) {
    if (line.get<int>(limit) < 0) {
      return Error{fmt::format("--{} is not negative", limit)};
    }
    settings.bot_options.push_back(fmt::format("--{}={}", limit, line.get<int>(limit)));
  }
  if (settings.bwrap) {
    settings.bot_options.emplace_back("--bwrap");
  }
  if (line.get<std::string>("stockfish") != "none") {
    settings.bot_options.push_back("--stockfish=" + line.get<std::string>("stockfish"));
  }
  return settings;
}

// A sandboxed bot sees its own folder only.
void give_copies(const ClassSettings& settings, const std::vector<Submission>& submissions,
                 TournamentSettings& tournament) {
  for (const EngineSpec& engine : tournament.engines) {
    const auto found = std::find_if(submissions.begin(), submissions.end(),
                                    [&](const Submission& submission) { return submission.name == engine.name; });
    const bool sandboxed = settings.bwrap && found != submissions.end() && !found->bot.empty();
    tournament.record_copies.push_back(sandboxed ? fs::path(found->bot).parent_path() / "games" : fs::path());
  }
}

// Each bot plays a short game of each colour; what goes wrong there is its problem.
Status dry_run(const ClassSettings& settings, const fs::path& adapters, const StopSignals& interruption,
               std::vector<Submission>& submissions) {
  TournamentSettings dry = settings.tournament;
  dry.records = settings.tournament.records / kDryRunFolder;
  dry.locked = false;
  std::error_code ignored;
  fs::remove_all(dry.records, ignored);
  dry.time = parse_time_control("30+1").value();
  dry.rules.turn_limit = kDryRunTurns;
  EngineSpec opponent;
  opponent.name = kDryRunOpponent;
  opponent.command = {"@lanternfish-arena", "bot", "random"};
  dry.engines = {opponent};
  std::vector<Submission*> tried;
  dry.plan.emplace();
  for (Submission& submission : submissions) {
    if (submission.problem.empty()) {
      const int me = static_cast<int>(dry.engines.size());
      dry.engines.push_back(engine_of(settings, adapters, submission));
      dry.engines.back().time = std::nullopt;
      dry.plan->push_back({2 * me - 1, me, {me, 0}});
      dry.plan->push_back({2 * me, me, {0, me}});
      tried.push_back(&submission);
    }
  }
  if (tried.empty()) {
    return success();
  }
  give_copies(settings, submissions, dry);
  const TournamentOutcome outcome = TRY(run_tournament(
      dry, interruption.token(),
      [&](const TournamentProgress& progress) {
        if (progress.finished % 10 == 0) {
          say(fmt::format("dry run: {} of {} games", progress.finished, progress.planned));
        }
      },
      say));
  if (outcome.stopped) {
    return Error{"stopped in the dry run"};
  }
  for (std::size_t i = 0; i < tried.size(); ++i) {
    const PlayerTally& player = outcome.tally.players()[i + 1];
    tried[i]->problem = !player.first_fault.empty() ? player.first_fault : "";
    if (tried[i]->problem.empty() && !player.sides.first_warning.empty()) {
      say(fmt::format("{}: {}", player.name, player.sides.first_warning));
    }
  }
  return success();
}

void print_verdicts(const std::vector<Submission>& submissions) {
  std::size_t width = 4;
  for (const Submission& submission : submissions) {
    width = std::max(width, submission.name.size());
  }
  for (const Submission& submission : submissions) {
    print_text("  {:<{}}  {}\n", submission.name, width, submission.problem.empty() ? "plays" : submission.problem);
  }
}

bool is_faulty(const GameLine& line) { return line.result.ending != Ending::kByRules; }

// The players of earlier runs first, so that their games stay theirs; who is not there any more keeps its games.
Status seat_players(ClassSettings& settings, const fs::path& adapters, const std::vector<EngineSpec>& baselines,
                    const std::vector<Submission>& submissions, std::vector<int>& able) {
  const std::vector<std::string> earlier = TRY(class_players(settings.tournament, say));
  std::vector<EngineSpec> there = baselines;
  std::set<std::string> unable;
  for (const Submission& submission : submissions) {
    there.push_back(engine_of(settings, adapters, submission));
    if (!submission.problem.empty()) {
      unable.insert(submission.name);
    }
  }
  std::vector<EngineSpec>& seats = settings.tournament.engines;
  for (const std::string& name : earlier) {
    const auto found =
        std::find_if(there.begin(), there.end(), [&](const EngineSpec& spec) { return spec.name == name; });
    if (found == there.end()) {
      seats.push_back(engine_of(settings, adapters, {name, "", ""}));
      continue;
    }
    if (unable.count(name) == 0) {
      able.push_back(static_cast<int>(seats.size()));
    }
    seats.push_back(*found);
    there.erase(found);
  }
  for (const EngineSpec& spec : there) {
    if (unable.count(spec.name) == 0) {
      able.push_back(static_cast<int>(seats.size()));
      seats.push_back(spec);
    }
  }
  return success();
}

Status write_tables(const TournamentSettings& settings, const Tally& tally,
                    const std::vector<Submission>& submissions) {
  const MergedResults merged = TRY(merge_results({settings.records.string()}));
  const fs::path page = settings.records / "leaderboard.html";
  UnablePlayers unable;
  for (const Submission& submission : submissions) {
    if (!submission.problem.empty()) {
      unable.emplace_back(submission.name, submission.problem);
    }
  }
  for (const auto& [file, text] :
       {std::pair(page, html_report(merged, tally, settings.records, page, unable)),
        std::pair(settings.records / "standings.jsonl", standings_json(tally) + "\n"),
        std::pair(settings.records / "leaderboard.csv", leaderboard_csv(tally, submissions))}) {
    TRY(write_file(file, text));
  }
  return success();
}

// Where nothing is to be played: the games so far, and why who cannot play.
Status write_leaderboard(const TournamentSettings& settings, const std::vector<Submission>& submissions) {
  const Result<CountedResults> earlier = count_results({settings.records.string()}, settings.torn);
  const fs::path file = settings.records / "leaderboard.csv";
  TRY(write_file(file, leaderboard_csv(earlier ? earlier->tally : Tally({}), submissions)));
  print_text("table: {}\n", file.string());
  return success();
}

Result<TournamentOutcome> play_class(ClassSettings& settings, const std::vector<int>& able,
                                     const StopSignals& interruption) {
  TournamentSettings& tournament = settings.tournament;
  const std::set<int> may_play(able.begin(), able.end());
  const auto again = [&](const GameLine& line) {
    return settings.again && is_faulty(line) && may_play.count(line.game.engines[kWhite]) > 0 &&
           may_play.count(line.game.engines[kBlack]) > 0;
  };
  const ClassResults results = TRY(take_up_class(tournament, again));
  for (const std::string& name : results.changed) {
    say(fmt::format("{} is another program than in its earlier games, which stay; --again plays those lost by a fault",
                    name));
  }
  std::vector<GameLine> played = results.games;
  for (int round = 1;; ++round) {
    const std::vector<Pairing> pairings = settings.swiss > 0 ? swiss_pairings(able, played, round) : all_pairings(able);
    tournament.plan = class_plan(pairings, tournament.shape.games, played);
    Result<TournamentOutcome> outcome = run_tournament(
        tournament, interruption.token(),
        [&](const TournamentProgress& progress) {
          say(progress_text(progress));
          played.push_back(progress.line);
        },
        [](const std::string&) {});
    if (!outcome || outcome->stopped || round >= settings.swiss) {
      return outcome;
    }
  }
}

Result<int> run_class(ClassSettings settings, const std::vector<EngineSpec>& baselines, bool only_dry_run,
                      const StopSignals& interruption) {
  const fs::path adapters = TRY(adapters_folder());
  const fs::path unpacked = fs::absolute(settings.tournament.records) / kUnpackedFolder;
  const FolderLock lock = TRY(FolderLock::take(settings.tournament.records, FolderLock::Kind::kAlone));
  settings.tournament.locked = true;
  std::vector<std::string> taken = {kDryRunOpponent};
  for (const EngineSpec& baseline : gauntlet_opponents()) {
    taken.push_back(baseline.name);
  }
  auto [submissions, notes] = TRY(read_submissions(settings.python, settings.folder, unpacked, settings.bwrap, taken));
  std::for_each(notes.begin(), notes.end(), say);
  if (submissions.empty()) {
    return Error{fmt::format("there is no submission in {}", settings.folder.string())};
  }
  say(fmt::format("{} submissions", submissions.size()));
  TRY(dry_run(settings, adapters, interruption, submissions));
  print_verdicts(submissions);
  std::vector<int> able;
  TRY(seat_players(settings, adapters, baselines, submissions, able));
  const bool none_able = std::none_of(submissions.begin(), submissions.end(),
                                      [](const Submission& submission) { return submission.problem.empty(); });
  if (only_dry_run || none_able || able.size() < 2) {
    TRY(write_leaderboard(settings.tournament, submissions));
    return only_dry_run
               ? Result<int>(0)
               : Error{none_able ? "no submission is able to play" : "fewer than two players are able to play"};
  }
  give_copies(settings, submissions, settings.tournament);
  if (const std::string text =
          no_limit_text(settings.tournament.engines, settings.tournament.time, settings.tournament.patience);
      !text.empty()) {
    say(text);
  }
  const TournamentOutcome outcome = TRY(play_class(settings, able, interruption));
  print_text("\n{}", standings_text(outcome.tally));
  TRY(write_tables(settings.tournament, outcome.tally, submissions));
  print_text("table: {0}/leaderboard.csv\npage: {0}/leaderboard.html\n", settings.tournament.records.string());
  if (outcome.stopped) {
    print_text("stopped after {} of {} games; the same command goes on\n", outcome.finished, outcome.planned);
    return kStoppedStatus;
  }
  return 0;
}

}  // namespace

int class_command(std::vector<std::string> arguments) {
  CommandLine line(kClassUsage, "folder", CommandLine::Engines::kNone);
  add_options(line);
  return line.run(std::move(arguments), [&]() -> Result<int> {
    const Result<ClassSettings> settings = settings_of(line);
    if (!settings) {
      return line.refuse(settings.error());
    }
    const Result<std::vector<EngineSpec>> baselines = baselines_of(line.get<std::string>("baselines"));
    if (!baselines) {
      return line.refuse(baselines.error());
    }
    if (line.has("fresh")) {
      TRY(put_aside(settings->tournament.records));
    }
    const StopSignals interruption;
    return unless_stopped(run_class(*settings, *baselines, line.has("dry-run"), interruption), interruption);
  });
}

}  // namespace lanternfish
