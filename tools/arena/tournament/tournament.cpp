#include "tools/arena/tournament/tournament.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <atomic>
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
#include "tools/arena/tournament/engine_build.h"
#include "tools/arena/tournament/live_file.h"
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

class Tournament {
 public:
  Tournament(const TournamentSettings& settings, std::stop_token abort,
             const std::function<void(const TournamentProgress&)>& on_game,
             const std::function<void(const std::string&)>& say)
      : settings_(settings), abort_(std::move(abort)), on_game_(on_game), say_(say) {}

  Result<TournamentOutcome> run();

 private:
  Status name_engines();
  Status open_results();
  Status check_builds(const std::filesystem::path& file) const;
  Status check_build_now(int engine);
  void say(const std::string& text) const {
    if (say_) {
      say_(text);
    }
  }
  void plan_games();
  void work(std::size_t worker, std::size_t workers);
  void warn_of_load() const;
  void reckon_descriptors() const;
  std::optional<PlannedGame> next_game();
  enum class Played { kYes, kHandedOver };
  Result<Played> play_somehow(const PlannedGame& game, Links& links);
  std::optional<std::string> try_to_play(const PlannedGame& game, Links& links, Status& played);
  bool hand_over(const PlannedGame& game, const std::string& trouble);
  Status play_one(const PlannedGame& game, Links& links);
  GameReport play_started(const PlannedGame& game, Links& links, const EngineGameSettings& rules,
                          const std::filesystem::path& file);
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
  const std::function<void(const std::string&)>& say_;
  std::vector<std::string> names_;
  std::vector<EngineIdentity> identities_;  // by engine
  std::vector<std::string> dates_;          // by engine, of its files; guarded by mutex_ once games are played
  std::vector<std::int64_t> memory_mb_;     // by engine
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

// The part of the processors we may use that is this worker's. Its engines inherit that.
void keep_to_processors(std::size_t worker, std::size_t workers) {
  cpu_set_t all;
  if (::sched_getaffinity(0, sizeof all, &all) != 0) {
    return;
  }
  std::vector<int> processors;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &all)) {
      processors.push_back(cpu);
    }
  }
  const std::size_t share = std::max<std::size_t>(processors.size() / workers, 1);
  cpu_set_t mine;
  CPU_ZERO(&mine);
  for (std::size_t i = 0; i < share; ++i) {
    CPU_SET(processors[(worker * share + i) % processors.size()], &mine);
  }
  ::sched_setaffinity(0, sizeof mine, &mine);
}

// What an engine keeps at most, as far as its options say: 0 for engines without such options.
std::int64_t memory_mb(const EngineSpec& spec, const EngineLink& link) {
  std::int64_t sum = 0;
  for (const char* option : {"BeliefMemory", "Hash"}) {
    std::string value = link.option_default(option);
    for (const auto& [name, set] : spec.options) {
      value = name == option ? set : value;
    }
    sum += std::clamp<std::int64_t>(to_number<std::int64_t>(value).value_or(0), 0, 1 << 24);
  }
  return sum;
}

// Each engine is started once before the first game: a wrong command line or option shows here, and what it calls
// itself.
Status Tournament::name_engines() {
  for (const EngineSpec& engine : settings_.engines) {
    if (settings_.trusts_names) {
      names_.push_back(engine.name);
      memory_mb_.push_back(0);
      dates_.push_back(engine_dates(engine));
      identities_.push_back({"", engine_build(engine)});
      continue;
    }
    Result<std::unique_ptr<EngineLink>> link =
        EngineLink::start(engine, settings_.patience, {}, abort_, [this](const std::string& text) { say(text); });
    if (!link) {
      return Error{link.error()};
    }
    names_.push_back((*link)->name());
    memory_mb_.push_back(memory_mb(engine, **link));
    dates_.push_back(engine_dates(engine));
    identities_.push_back({(*link)->own_name(), engine_build(engine)});
    for (const std::string& warning : (*link)->notes().warnings) {
      say(fmt::format("{} warns: {}", (*link)->name(), warning));
    }
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

// Raises our limit where that is possible, and warns where it is too low all the same.
void Tournament::reckon_descriptors() const {
  constexpr rlim_t kOfGame = 9, kOurs = 16;  // two engines with their pipes, record, turns; what is open in any case
  const rlim_t wanted = kOurs + kOfGame * static_cast<rlim_t>(settings_.concurrency);
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) {
    return;
  }
  limit.rlim_cur = std::min(limit.rlim_max, wanted);
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted) {
    say(
        fmt::format("warning: {} games at a time may want {} open files, and this program may have {} (ulimit -n); "
                    "lower --concurrency",
                    settings_.concurrency, wanted, limit.rlim_cur));
  }
}

// Games that take processors or memory from each other are worth little.
void Tournament::warn_of_load() const {
  reckon_descriptors();
  const auto processors = static_cast<int>(std::thread::hardware_concurrency());
  if (processors > 0 && settings_.concurrency > processors) {
    say(fmt::format("warning: {} games at a time on {} processors; engines will take time from each other",
                    settings_.concurrency, processors));
  }
  std::vector<std::int64_t> largest = memory_mb_;
  std::sort(largest.rbegin(), largest.rend());
  const std::int64_t wanted = (largest[0] + largest[1]) * settings_.concurrency;
  struct sysinfo machine {};
  const bool known = ::sysinfo(&machine) == 0;
  const auto there = static_cast<std::int64_t>((machine.totalram * machine.mem_unit) >> 20);
  if (known && wanted > there) {
    say(
        fmt::format("warning: the engines may want {} MB (BeliefMemory and Hash of two, times {} games at a time), and "
                    "this machine has {} MB; lower option.BeliefMemory or --concurrency",
                    wanted, settings_.concurrency, there));
  }
}

Status Tournament::open_results() {
  TournamentSettings named = settings_;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    named.engines[i].name = names_[i];
  }
  seed_ = settings_.seed.value_or(std::random_device{}());
  Result<FolderLock> lock = FolderLock::take(
      settings_.records, settings_.shard.count == 1 ? FolderLock::Kind::kAlone : FolderLock::Kind::kWithShards);
  if (!lock) {
    return Error{lock.error()};
  }
  lock_.emplace(std::move(lock).value());
  const std::filesystem::path file = settings_.records / results_file_name(settings_.shard);
  Result<std::unique_ptr<ResultsFile>> results =
      ResultsFile::open(file, tournament_header(named, seed_, identities_), settings_.torn);
  if (!results) {
    return Error{results.error()};
  }
  results_ = std::move(results).value();
  for (const std::string& sentence : results_->left_out()) {
    say(sentence);
  }
  const std::uint64_t stored = seed_in_header(results_->header());
  if (!settings_.seed) {
    seed_ = stored;
  }
  if (!same_tournament(results_->header(), tournament_header(named, seed_, identities_))) {
    return Error{
        fmt::format("{} holds another tournament{}. Please name another folder with --records", file.string(),
                    settings_.seed && *settings_.seed != stored ? fmt::format(" (with seed {})", stored) : "")};
  }
  return results_->earlier().empty() ? success() : check_builds(file);
}

// Who rebuilt an engine and repeats the command wants new games, or at least to know that these are the old ones.
Status Tournament::check_builds(const std::filesystem::path& file) const {
  const std::vector<EngineIdentity> stored = identities_in_header(results_->header());
  std::string changed;
  for (std::size_t i = 0; i < std::min(stored.size(), identities_.size()); ++i) {
    if (stored[i] != identities_[i]) {
      changed += (changed.empty() ? "" : ", ") + names_[i];
      changed += stored[i].id_name == identities_[i].id_name
                     ? ""
                     : fmt::format(" (then '{}', now '{}')", stored[i].id_name, identities_[i].id_name);
    }
  }
  if (changed.empty() || settings_.mix_builds) {
    if (!changed.empty()) {
      say("games of different builds are added up: " + changed);
    }
    return success();
  }
  return Error{fmt::format(
      "{} holds {} games of another build of {}. --fresh puts them aside and begins anew, --anyway adds the games of "
      "both builds up",
      file.string(), results_->earlier().size(), changed)};
}

// Whether the engine is still the one that played the games so far.
Status Tournament::check_build_now(int engine) {
  const auto i = static_cast<std::size_t>(engine);
  const std::string dates = engine_dates(spec(engine));
  {
    const std::lock_guard lock(mutex_);
    if (dates == dates_[i]) {
      return success();
    }
  }
  const std::string build = engine_build(spec(engine));
  const std::lock_guard lock(mutex_);
  const bool same = build == identities_[i].build || build == "unknown";  // gone for a moment: its start will show
  if (!same && !settings_.mix_builds) {
    return Error{
        fmt::format("{} was rebuilt while the tournament ran. Its games so far are kept; --anyway goes on with "
                    "the new build, --fresh begins anew",
                    names_[i])};
  }
  if (!same) {
    say(fmt::format("{} was rebuilt: from here on games of different builds are added up", names_[i]));
    identities_[i].build = build;
  }
  dates_[i] = dates;
  return success();
}

void Tournament::plan_games() {
  tally_.emplace(names_);
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
  if (!settings_.sprt || tally_->pairings().empty()) {
    return false;
  }
  return judge(*settings_.sprt, tally_->pairings().begin()->second.pairs) != SprtVerdict::kGoOn;
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
    // Who sets a seed wants that one.
    const bool has_own = std::any_of(engine.options.begin(), engine.options.end(),
                                     [](const auto& option) { return option.first == "Seed"; });
    if (!has_own) {
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
                      {"white", names_[static_cast<std::size_t>(game.engines[kWhite])]},
                      {"black", names_[static_cast<std::size_t>(game.engines[kBlack])]},
                      {"start", format_fen(settings.rules.start)}}) +
           "\n");
  return play_engines(seats, settings, file, [&](const TurnReport& turn) { live.add(format_turn_line(turn)); });
}

Status Tournament::play_one(const PlannedGame& game, Links& links) {
  const auto began = steady_clock::now();
  for (const int engine : game.engines) {
    if (const Status same = check_build_now(engine); !same) {
      return same;
    }
  }
  GameLine line;
  line.game = game;
  for (const Color c : {kWhite, kBlack}) {
    line.names[c] = names_[static_cast<std::size_t>(game.engines[c])];
    line.seeds[c] = derive_seed(seed_, game.id, c);
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
  return finish(std::move(line), report);
}

// The line of results comes last: a game without one is played again, whatever else of it was written.
Status Tournament::finish(GameLine line, const GameReport& report) {
  if (!report.written) {
    return report.written;
  }
  const auto turns = (settings_.records / line.file).replace_extension(".turns.jsonl");
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

// What troubled the arena, where it could not play the game; else `played` says whether the game was saved.
std::optional<std::string> Tournament::try_to_play(const PlannedGame& game, Links& links, Status& played) {
  try {
    played = play_one(game, links);
    return std::nullopt;
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
  if (const Status named = name_engines(); !named) {
    return Error{named.error()};
  }
  if (const Status opened = open_results(); !opened) {
    return Error{opened.error()};
  }
  plan_games();
  if (!games_.empty() && !over_) {
    warn_of_load();
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
  TournamentOutcome outcome{.tally = *tally_, .verdict = {}};
  outcome.played = played_;
  outcome.earlier = earlier_;
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
