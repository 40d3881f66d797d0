#include "tools/arena/tournament/tournament.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "rules/notation.h"
#include "support/folder_lock.h"
#include "support/json_line.h"
#include "support/number.h"
#include "tools/arena/match/game_turns.h"
#include "tools/arena/tournament/contestants.h"
#include "tools/arena/tournament/machine_load.h"
#include "tools/arena/tournament/results.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

using Links = std::vector<std::unique_ptr<EngineLink>>;  // one place for each engine and colour

// A game could not be played, though nobody at the board did anything wrong: no descriptor, no process, no memory.
// Thrown and caught in this file only.
struct OwnTrouble {
  std::string text;
};

constexpr int kTries = 3;                                     // of a game, before fewer games are played at a time
constexpr int kTriesAlone = 6;                                // and before the tournament ends
constexpr auto kFirstPause = std::chrono::milliseconds(200);  // doubled with each try

// A game that a player could not even begin.
GameReport forfeited(const EngineGameSettings& settings, Color loser, const std::string& text,
                     const std::filesystem::path& file) {
  const GameRules& rules = settings.rules;
  Referee referee(rules);
  referee.forfeit(loser, {Ending::kCrash, text});
  GameReport report;
  report.result = referee.result();
  report.record = referee.record(settings.record_names);
  report.written = write_game_record(file, report.record);
  report.final_board = referee.board();
  for (const Color c : {kWhite, kBlack}) {
    report.transcripts[c] = {rules.start, c, {}};
  }
  return report;
}

// Whether a file could not be written for want of a descriptor, which others have and will give back.
bool lacks_descriptors(const std::string& error) {
  return error.ends_with(std::generic_category().message(EMFILE)) ||
         error.ends_with(std::generic_category().message(ENFILE));
}

class Tournament {
 public:
  Tournament(const TournamentSettings& settings, std::stop_token abort,
             const std::function<void(const TournamentProgress&)>& on_game,
             const std::function<void(const std::string&)>& say)
      : settings_(settings), abort_(std::move(abort)), on_game_(on_game), say_(say) {}

  Result<TournamentOutcome> run();

 private:
  Status open_results();
  Status check_other_files(const std::filesystem::path& own, const std::string& header) const;
  Error another_tournament(const std::filesystem::path& file, std::uint64_t seed) const;
  void say(const std::string& text) const {
    if (say_) {
      say_(text);
    }
  }
  void plan_games();
  void work(std::size_t worker, std::size_t workers);
  std::optional<PlannedGame> next_game();
  enum class Played { kYes, kHandedOver };
  Result<Played> play_somehow(const PlannedGame& game, Links& links);
  std::optional<std::string> try_to_play(const PlannedGame& game, Links& links, Status& played);
  bool hand_over(const PlannedGame& game, const std::string& trouble);
  Status play_one(const PlannedGame& game, Links& links);
  GameReport play_started(const PlannedGame& game, Links& links, const EngineGameSettings& rules,
                          const std::filesystem::path& file);
  EngineGameSettings settings_of(const PlannedGame& game) const;
  Status finish(const GameLine& line, const GameReport& report);
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
  const std::function<void(const std::string&)>& say_;
  std::unique_ptr<Contestants> contestants_;
  std::uint64_t seed_ = 0;
  std::optional<FolderLock> lock_;
  std::unique_ptr<ResultsFile> results_;
  std::vector<PlannedGame> games_;  // those to be played
  int planned_ = 0, earlier_ = 0;
  std::atomic<bool> over_ = false;  // no further game is to begin
  std::mutex mutex_;                // guards what follows
  std::size_t next_ = 0;            // of games_
  std::vector<PlannedGame> again_;  // could not be played by who took them
  std::size_t workers_ = 0;         // that still take games
  std::optional<Tally> tally_;
  int played_ = 0;
  std::string error_;
};

// The option Seed that an engine was given by name; 0, which draws one, where it is no number.
std::optional<std::uint32_t> own_seed(const EngineSpec& engine) {
  for (const auto& [name, value] : engine.options) {
    if (name == "Seed") {
      return to_number<std::uint32_t>(value).value_or(0);
    }
  }
  return std::nullopt;
}

Status Tournament::open_results() {
  TournamentSettings named = settings_;
  for (std::size_t i = 0; i < named.engines.size(); ++i) {
    named.engines[i].name = contestants_->names()[i];
  }
  seed_ = settings_.seed.value_or(std::random_device{}());
  if (!settings_.locked) {
    lock_.emplace(TRY(FolderLock::take(
        settings_.records, settings_.shard.count == 1 ? FolderLock::Kind::kAlone : FolderLock::Kind::kWithShards)));
  }
  const std::filesystem::path file = settings_.records / results_file_name(settings_.shard);
  TRY(check_other_files(file, tournament_header(named, seed_, contestants_->identities())));
  results_ = TRY(ResultsFile::open(file, tournament_header(named, seed_, contestants_->identities()), settings_.torn));
  for (const std::string& sentence : results_->left_out()) {
    say(sentence);
  }
  const std::uint64_t stored = seed_in_header(results_->header());
  if (!settings_.seed) {
    seed_ = stored;
  }
  if (!same_tournament(results_->header(), tournament_header(named, seed_, contestants_->identities()))) {
    return another_tournament(file, stored);
  }
  return results_->earlier().empty() ? success() : contestants_->check_builds(*results_, file);
}

Error Tournament::another_tournament(const std::filesystem::path& file, std::uint64_t seed) const {
  return Error{fmt::format("{} holds another tournament{}. Please name another folder with --records", file.string(),
                           settings_.seed && *settings_.seed != seed ? fmt::format(" (with seed {})", seed) : "")};
}

// What is in the folder beside `own`: other parts of the same tournament may be, but no game of ours, whose record
// would be written over.
Status Tournament::check_other_files(const std::filesystem::path& own, const std::string& header) const {
  const auto files = results_files(settings_.records.string());
  if (!files) {
    return success();  // the folder has none
  }
  for (const std::filesystem::path& file : *files) {
    const Results other = TRY(file == own ? Result<Results>(Results{}) : read_results(file, TornLines::kCutLast));
    if (other.header.empty()) {
      continue;
    }
    if (!same_tournament(other.header, header)) {
      return another_tournament(file, seed_in_header(other.header));
    }
    if (std::any_of(other.games.begin(), other.games.end(),
                    [&](const GameLine& line) { return settings_.shard.holds(line.game); })) {
      return Error{
          fmt::format("{} holds games of this part, played with another --shard. Please go on with that one, or "
                      "name another folder with --records",
                      file.string())};
    }
  }
  return success();
}

void Tournament::plan_games() {
  tally_.emplace(contestants_->names(), settings_.sprt);
  std::set<int> finished;
  std::vector<PlannedGame> plan = settings_.plan ? *settings_.plan : make_plan(settings_.shape);
  std::erase_if(plan, [&](const PlannedGame& game) { return !settings_.shard.holds(game); });
  planned_ = static_cast<int>(plan.size());
  for (const GameLine& line : results_->earlier()) {
    if (std::find(plan.begin(), plan.end(), line.game) != plan.end()) {
      finished.insert(line.game.id);
      tally_->add(line);
    }
  }
  earlier_ = static_cast<int>(finished.size());
  if (earlier_ > 0) {
    say(fmt::format("{} of {} games were already played in {}", earlier_, planned_, settings_.records.string()));
  }
  std::erase_if(plan, [&](const PlannedGame& game) { return finished.count(game.id) > 0; });
  games_ = std::move(plan);
  over_ = decided();
}

bool Tournament::decided() const {
  const auto& pairings = tally_->pairings();
  return settings_.sprt && !pairings.empty() && pairings.begin()->second.verdict != SprtVerdict::kGoOn;
}

EngineGameSettings Tournament::settings_of(const PlannedGame& game) const {
  EngineGameSettings settings;
  settings.rules = settings_.rules;
  if (!settings_.openings.boards.empty()) {
    settings.rules.start = settings_.openings.of_pair(game.pair, seed_);
  }
  settings.charging = settings_.charging;
  settings.restarts = settings_.restarts;
  settings.probe = settings_.probe;
  for (const Color c : {kWhite, kBlack}) {
    const EngineSpec& engine = spec(game.engines[c]);
    settings.time[c] = engine.time.value_or(settings_.time);
    settings.ponder[c] = engine.ponder;
    if (!own_seed(engine)) {  // who sets a seed wants that one
      settings.seeds[c] = derive_seed(seed_, game.id, c);
    }
  }
  return settings;
}

EngineSpec for_game(EngineSpec spec, const std::string& game) {
  for (std::string& word : spec.command) {
    if (const std::size_t at = word.find("{game}"); at != std::string::npos) {
      word.replace(at, 6, game);
    }
  }
  return spec;
}

// An engine that does not start has lost.
GameReport Tournament::play_started(const PlannedGame& game, Links& links, const EngineGameSettings& settings,
                                    const std::filesystem::path& file) {
  Seats seats{};
  for (const Color c : {kWhite, kBlack}) {
    std::unique_ptr<EngineLink>& engine = link(links, game, c);
    if (!engine) {
      const auto base = std::filesystem::absolute(file).replace_extension(c == kWhite ? "white" : "black").string();
      bool no_process = false;
      Result<std::unique_ptr<EngineLink>> started =
          EngineLink::start(for_game(spec(game.engines[c]), base), settings_.patience,
                            settings_.logs ? base + ".log" : "", abort_, {}, &no_process);
      if (no_process) {
        throw OwnTrouble{started.error()};
      }
      if (!started) {
        return forfeited(settings, c, started.error(), file);
      }
      engine = std::move(started).value();
    }
    seats[c].engine = engine.get();
  }
  LiveFile live(std::filesystem::path(file).replace_extension(".live.jsonl"));
  live.add(dump_line({{"game", game.id},
                      {"white", contestants_->name(game.engines[kWhite])},
                      {"black", contestants_->name(game.engines[kBlack])},
                      {"start", format_fen(settings.rules.start)}}) +
           "\n");
  return play_engines(seats, settings, file, [&](const TurnReport& turn) { live.add(format_turn_line(turn)); });
}

Status Tournament::play_one(const PlannedGame& game, Links& links) {
  const auto began = steady_clock::now();
  for (const int engine : game.engines) {
    TRY(contestants_->check_build_now(engine));
  }
  GameLine line;
  line.game = game;
  for (const Color c : {kWhite, kBlack}) {
    line.names[c] = contestants_->name(game.engines[c]);
    line.seeds[c] = own_seed(spec(game.engines[c])).value_or(derive_seed(seed_, game.id, c));
  }
  line.file =
      fmt::format("{:05}_{}_{}.json", game.id, file_name_of(line.names[kWhite]), file_name_of(line.names[kBlack]));
  EngineGameSettings settings = settings_of(game);
  settings.record_names = line.names;
  for (const Color c : {kWhite, kBlack}) {
    const auto engine = static_cast<std::size_t>(game.engines[c]);
    if (engine < settings_.record_copies.size() && !settings_.record_copies[engine].empty()) {
      settings.record_copies[c] = settings_.record_copies[engine] / line.file;
    }
  }
  GameReport report = play_started(game, links, settings, settings_.records / line.file);
  for (const Color c : {kWhite, kBlack}) {
    if (const auto& engine = link(links, game, c); engine && engine->has_no_process()) {
      throw OwnTrouble{report.result.text};  // it crashed, and could not be started again
    }
  }
  for (const Color c : {kWhite, kBlack}) {
    std::unique_ptr<EngineLink>& engine = link(links, game, c);
    // A process that failed may be gone, or about to answer something long past.
    const bool broken = report.result.ending != Ending::kByRules || report.sides[c].unfinished;
    if (engine && (!settings_.keep_processes || broken || report.unusable[c])) {
      if (!abort_.stop_requested()) {
        static_cast<void>(engine->quit());
      }
      engine.reset();
    }
  }
  if (abort_.stop_requested()) {
    return success();  // also where an engine could not start because nobody waited for it
  }
  line.result = report.result;
  line.sides = report.sides;
  line.seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
  if (!report.turns.empty()) {
    line.clocks = report.turns.back().clocks;
  }
  return finish(line, report);
}

// The line of results comes last: a game without one is played again, whatever else of it was written.
Status Tournament::finish(const GameLine& line, const GameReport& report) {
  if (!report.written) {
    return report.written;
  }
  const auto turns = (settings_.records / line.file).replace_extension(".turns.jsonl");
  TRY(write_file(turns, format_game_turns(report)));
  const std::lock_guard lock(mutex_);
  TRY(results_->append(line));
  tally_->add(line);
  ++played_;
  over_ = over_ || decided();
  on_game_({line, *tally_, earlier_ + played_, planned_, report});
  return success();
}

// What troubled the arena, where it could not play the game; else `played` says whether the game was saved.
std::optional<std::string> Tournament::try_to_play(const PlannedGame& game, Links& links, Status& played) {
  try {
    played = play_one(game, links);
    return !played && lacks_descriptors(played.error()) ? std::optional(played.error()) : std::nullopt;
  } catch (const OwnTrouble& trouble) {
    return trouble.text;
  } catch (const std::exception& trouble) {  // std::bad_alloc, std::system_error of a thread
    return trouble.what();
  }
}

// Fewer games at a time may be what the machine has room for: another worker plays this one. False for the last.
bool Tournament::hand_over(const PlannedGame& game, const std::string& trouble) {
  const std::lock_guard lock(mutex_);
  if (workers_ == 1) {
    return false;
  }
  again_.push_back(game);
  --workers_;
  say(fmt::format("game {} could not be played: {}. {} at a time from here on", game.id, trouble, workers_));
  return true;
}

// A game that the arena itself could not play is nobody's loss: it is played again, later, and by fewer workers.
Result<Tournament::Played> Tournament::play_somehow(const PlannedGame& game, Links& links) {
  Status played = success();
  std::string trouble;
  auto pause = kFirstPause;
  for (int tries = 1; tries <= kTriesAlone && !abort_.stop_requested(); ++tries, pause *= 2) {
    const std::optional<std::string> failed = try_to_play(game, links, played);
    if (!failed) {
      return played ? Result<Played>(Played::kYes) : Error{played.error()};
    }
    trouble = *failed;
    for (std::unique_ptr<EngineLink>& engine : links) {
      engine.reset();  // others may have its descriptors
    }
    if (tries >= kTries && hand_over(game, trouble)) {
      return Played::kHandedOver;
    }
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait_for(lock, abort_, pause, [] { return false; });
  }
  return abort_.stop_requested()
             ? Result<Played>(Played::kYes)
             : Error{fmt::format("game {} could not be played in {} tries: {}. All results are kept, and the same "
                                 "command goes on",
                                 game.id, kTriesAlone, trouble)};
}

std::optional<PlannedGame> Tournament::next_game() {
  const std::lock_guard lock(mutex_);
  if (over_ || abort_.stop_requested() || (again_.empty() && next_ == games_.size())) {
    --workers_;
    return std::nullopt;
  }
  if (again_.empty()) {
    return games_[next_++];
  }
  const PlannedGame game = again_.back();
  again_.pop_back();
  return game;
}

// The engines are started by the thread that uses them: the kernel kills them when it ends.
void Tournament::work(std::size_t worker, std::size_t workers) {
  if (settings_.affinity) {
    keep_to_processors(worker, workers);
  }
  Links links(2 * settings_.engines.size());
  while (const std::optional<PlannedGame> game = next_game()) {
    const Result<Played> played = play_somehow(*game, links);
    if (played && *played == Played::kHandedOver) {
      break;
    }
    if (!played) {
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
  Result<std::unique_ptr<Contestants>> contestants =
      Contestants::meet(settings_, abort_, [this](const std::string& text) { say(text); });
  if (!contestants) {
    return Error{contestants.error()};
  }
  contestants_ = std::move(contestants).value();
  TRY(open_results());
  plan_games();
  if (!games_.empty() && !over_) {
    warn_of_load(settings_.concurrency, contestants_->memory_mb(), [this](const std::string& text) { say(text); });
  }
  {
    std::vector<std::jthread> workers;
    const std::size_t wanted = std::min(static_cast<std::size_t>(settings_.concurrency), games_.size());
    workers_ = wanted;
    try {
      while (workers.size() < wanted) {
        workers.emplace_back([this, worker = workers.size(), wanted] { work(worker, wanted); });
      }
    } catch (const std::system_error& no_thread) {
      const std::lock_guard lock(mutex_);
      workers_ -= wanted - workers.size();
      say(fmt::format("warning: {} games at a time, not {}: {}", workers.size(), wanted, no_thread.code().message()));
    }
    if (workers.empty() && wanted > 0) {
      return Error{"this machine gives no thread to play a game with"};
    }
  }
  if (!error_.empty()) {
    return Error{error_};
  }
  TournamentOutcome outcome{.tally = *tally_};
  outcome.played = played_;
  outcome.earlier = earlier_;
  outcome.finished = earlier_ + played_;
  outcome.planned = planned_;
  outcome.stopped = abort_.stop_requested();
  return outcome;
}

}  // namespace

Result<TournamentOutcome> run_tournament(const TournamentSettings& settings, std::stop_token abort,
                                         const std::function<void(const TournamentProgress&)>& on_game,
                                         const std::function<void(const std::string&)>& say) {
  return Tournament(settings, std::move(abort), on_game, say).run();
}

std::string file_name_of(std::string_view name) {
  constexpr std::size_t kLongest = 40;
  std::string text(name.substr(0, kLongest));
  const auto kept = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.';
  };
  std::replace_if(
      text.begin(), text.end(), [&](char c) { return !kept(c); }, '_');
  return text;
}

}  // namespace lanternfish
