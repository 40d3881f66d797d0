#include "tools/arena/tournament/tournament.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "tools/arena/match/game_turns.h"
#include "tools/arena/tournament/results.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

using Links = std::vector<std::unique_ptr<EngineLink>>;  // one place for each engine and colour

// A game that a player could not even begin.
GameReport forfeited(const GameRules& rules, Color loser, const std::string& text) {
  Referee referee(rules);
  referee.forfeit(loser, {Ending::kCrash, text});
  GameReport report;
  report.result = referee.result();
  report.record = referee.record({"", ""});
  report.final_board = referee.board();
  for (const Color c : {kWhite, kBlack}) {
    report.transcripts[c] = {rules.start, c, {}};
  }
  return report;
}

class Tournament {
 public:
  Tournament(const TournamentSettings& settings, std::stop_token abort,
             const std::function<void(const TournamentProgress&)>& on_game)
      : settings_(settings), abort_(std::move(abort)), on_game_(on_game) {}

  Result<TournamentOutcome> run();

 private:
  Status name_engines();
  Status open_results();
  void plan_games();
  void work();
  Status play_one(const PlannedGame& game, Links& links);
  GameReport play_started(const PlannedGame& game, Links& links, const EngineGameSettings& rules,
                          const std::string& file);
  EngineGameSettings settings_of(const PlannedGame& game) const;
  Status finish(GameLine line, const GameReport& report);
  bool decided() const;

  const EngineSpec& spec(int engine) const { return settings_.engines[static_cast<std::size_t>(engine)]; }
  // A copy of an engine that plays itself is a process of its own.
  std::unique_ptr<EngineLink>& link(Links& links, const PlannedGame& game, Color c) const {
    const bool copy = c == kBlack && game.engines[kWhite] == game.engines[kBlack];
    return links[2 * static_cast<std::size_t>(game.engines[c]) + (copy ? 1 : 0)];
  }

  const TournamentSettings& settings_;
  std::stop_token abort_;
  const std::function<void(const TournamentProgress&)>& on_game_;
  std::vector<std::string> names_;
  std::uint64_t seed_ = 0;
  std::unique_ptr<ResultsFile> results_;
  std::vector<PlannedGame> games_;  // those to be played
  int planned_ = 0, earlier_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> over_ = false;  // no further game is to begin
  std::mutex mutex_;                // guards what follows
  std::optional<Tally> tally_;
  int played_ = 0;
  std::string error_;
};

// Each engine is started once before the first game: a wrong command line or option shows here, and what it calls
// itself.
Status Tournament::name_engines() {
  for (const EngineSpec& engine : settings_.engines) {
    Result<std::unique_ptr<EngineLink>> link = EngineLink::start(engine, settings_.patience, {}, abort_);
    if (!link) {
      return Error{link.error()};
    }
    names_.push_back((*link)->name());
    static_cast<void>((*link)->quit());
  }
  std::set<std::string> taken;
  for (std::string& name : names_) {
    const std::string wanted = name;
    for (int i = 2; !taken.insert(name).second; ++i) {
      name = fmt::format("{} {}", wanted, i);
    }
  }
  return success();
}

Status Tournament::open_results() {
  TournamentSettings named = settings_;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    named.engines[i].name = names_[i];
  }
  seed_ = settings_.seed.value_or(std::random_device{}());
  const std::filesystem::path file = settings_.records / results_file_name(settings_.shard);
  Result<std::unique_ptr<ResultsFile>> results = ResultsFile::open(file, tournament_header(named, seed_));
  if (!results) {
    return Error{results.error()};
  }
  results_ = std::move(results).value();
  const std::uint64_t stored = seed_in_header(results_->header());
  if (!settings_.seed) {
    seed_ = stored;
  }
  if (results_->header() != tournament_header(named, seed_)) {
    return Error{
        fmt::format("{} holds another tournament{}. Please name another folder with --records", file.string(),
                    settings_.seed && *settings_.seed != stored ? fmt::format(" (with seed {})", stored) : "")};
  }
  return success();
}

void Tournament::plan_games() {
  tally_.emplace(names_);
  std::set<int> finished;
  std::vector<PlannedGame> plan = make_plan(settings_.shape);
  std::erase_if(plan, [&](const PlannedGame& game) { return !settings_.shard.holds(game); });
  planned_ = static_cast<int>(plan.size());
  for (const GameLine& line : results_->earlier()) {
    if (std::find(plan.begin(), plan.end(), line.game) != plan.end()) {
      finished.insert(line.game.id);
      tally_->add(line);
    }
  }
  earlier_ = static_cast<int>(finished.size());
  std::erase_if(plan, [&](const PlannedGame& game) { return finished.count(game.id) > 0; });
  games_ = std::move(plan);
  over_ = decided();
}

bool Tournament::decided() const {
  if (!settings_.sprt || tally_->pairings().empty()) {
    return false;
  }
  return judge(*settings_.sprt, tally_->pairings().begin()->second.pairs) != SprtVerdict::kGoOn;
}

EngineGameSettings Tournament::settings_of(const PlannedGame& game) const {
  EngineGameSettings settings;
  settings.rules = settings_.rules;
  settings.charging = settings_.charging;
  settings.restarts = settings_.restarts;
  settings.probe = settings_.probe;
  for (const Color c : {kWhite, kBlack}) {
    const EngineSpec& engine = spec(game.engines[c]);
    settings.time[c] = engine.time.value_or(settings_.time);
    settings.ponder[c] = engine.ponder;
    // Who sets a seed wants that one.
    const bool has_own = std::any_of(engine.options.begin(), engine.options.end(),
                                     [](const auto& option) { return option.first == "Seed"; });
    if (!has_own) {
      settings.seeds[c] = derive_seed(seed_, game.id, c);
    }
  }
  return settings;
}

// An engine that does not start has lost.
GameReport Tournament::play_started(const PlannedGame& game, Links& links, const EngineGameSettings& settings,
                                    const std::string& file) {
  Seats seats{};
  for (const Color c : {kWhite, kBlack}) {
    std::unique_ptr<EngineLink>& engine = link(links, game, c);
    if (!engine) {
      const std::string log = settings_.logs
                                  ? std::filesystem::path(file)
                                        .replace_extension(fmt::format("{}.log", c == kWhite ? "white" : "black"))
                                        .string()
                                  : "";
      Result<std::unique_ptr<EngineLink>> started =
          EngineLink::start(spec(game.engines[c]), settings_.patience, log, abort_);
      if (!started) {
        return forfeited(settings.rules, c, started.error());
      }
      engine = std::move(started).value();
    }
    seats[c].engine = engine.get();
  }
  return play_engines(seats, settings, file);
}

Status Tournament::play_one(const PlannedGame& game, Links& links) {
  const auto began = steady_clock::now();
  GameLine line;
  line.game = game;
  for (const Color c : {kWhite, kBlack}) {
    line.names[c] = names_[static_cast<std::size_t>(game.engines[c])];
    line.seeds[c] = derive_seed(seed_, game.id, c);
  }
  line.file =
      fmt::format("{:05}_{}_{}.json", game.id, file_name_of(line.names[kWhite]), file_name_of(line.names[kBlack]));
  GameReport report = play_started(game, links, settings_of(game), (settings_.records / line.file).string());
  const bool broken = report.result.ending != Ending::kByRules;
  for (const Color c : {kWhite, kBlack}) {
    std::unique_ptr<EngineLink>& engine = link(links, game, c);
    // A process that failed may be gone, or about to answer something long past.
    if (engine && (!settings_.keep_processes || broken)) {
      if (!abort_.stop_requested()) {
        static_cast<void>(engine->quit());
      }
      engine.reset();
    }
  }
  if (abort_.stop_requested()) {
    return success();  // also where an engine could not start because nobody waited for it
  }
  report.record.names = {line.names[kWhite], line.names[kBlack]};
  line.result = report.result;
  line.sides = report.sides;
  line.seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
  if (!report.turns.empty()) {
    line.clocks = report.turns.back().clocks;
  }
  return finish(std::move(line), report);
}

// The line of results comes last: a game without one is played again, whatever else of it was written.
Status Tournament::finish(GameLine line, const GameReport& report) {
  const std::filesystem::path record = settings_.records / line.file;
  if (const Status written = write_game_record(record, report.record); !written) {
    return written;
  }
  const std::filesystem::path turns = std::filesystem::path(record).replace_extension(".turns.jsonl");
  if (const Status written = write_file(turns, format_game_turns(report)); !written) {
    return written;
  }
  const std::lock_guard lock(mutex_);
  if (const Status written = results_->append(line); !written) {
    return written;
  }
  tally_->add(line);
  ++played_;
  over_ = over_ || decided();
  on_game_({line, *tally_, earlier_ + played_, planned_, report});
  return success();
}

// The engines are started by the thread that uses them: the kernel kills them when it ends.
void Tournament::work() {
  Links links(2 * settings_.engines.size());
  while (!over_ && !abort_.stop_requested()) {
    const std::size_t i = next_++;
    if (i >= games_.size()) {
      break;
    }
    if (const Status played = play_one(games_[i], links); !played) {
      over_ = true;
      const std::lock_guard lock(mutex_);
      error_ = played.error();
    }
  }
  for (std::unique_ptr<EngineLink>& engine : links) {
    if (engine && !abort_.stop_requested()) {
      static_cast<void>(engine->quit());
    }
  }
}

Result<TournamentOutcome> Tournament::run() {
  if (const Status named = name_engines(); !named) {
    return Error{named.error()};
  }
  if (const Status opened = open_results(); !opened) {
    return Error{opened.error()};
  }
  plan_games();
  {
    std::vector<std::jthread> workers;
    const std::size_t wanted = std::min(static_cast<std::size_t>(settings_.concurrency), games_.size());
    while (workers.size() < wanted) {
      workers.emplace_back([this] { work(); });
    }
  }
  if (!error_.empty()) {
    return Error{error_};
  }
  TournamentOutcome outcome{.tally = *tally_, .verdict = {}};
  outcome.played = played_;
  outcome.finished = earlier_ + played_;
  outcome.planned = planned_;
  outcome.stopped = abort_.stop_requested();
  if (settings_.sprt) {
    outcome.verdict = tally_->pairings().empty() ? SprtVerdict::kGoOn
                                                 : judge(*settings_.sprt, tally_->pairings().begin()->second.pairs);
  }
  return outcome;
}

}  // namespace

Result<TournamentOutcome> run_tournament(const TournamentSettings& settings, std::stop_token abort,
                                         const std::function<void(const TournamentProgress&)>& on_game) {
  return Tournament(settings, std::move(abort), on_game).run();
}

std::string file_name_of(std::string_view name) {
  std::string text(name);
  const auto kept = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.';
  };
  std::replace_if(
      text.begin(), text.end(), [&](char c) { return !kept(c); }, '_');
  return text;
}

}  // namespace lanternfish
