#include "engine/agent.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "belief/set/marginals.h"
#include "engine/event_clock.h"
#include "engine/lateness.h"
#include "engine/opening_book.h"
#include "engine/opponent_judgement.h"
#include "engine/player_net.h"
#include "engine/strategy_player.h"
#include "engine/strategy_traits.h"
#include "rules/rbc.h"
#include "support/address_space.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBytesPerMegabyte = std::size_t{1} << 20;
constexpr std::size_t kMaxForEntropy = 4'000'000;  // boards
constexpr std::uint64_t kCatchUpAtOnce = 500'000;  // boards, in one call while pondering
// Of a phase's time, spent on catching up where the live set runs low, and where it is empty.
constexpr double kShareWhenLow = 0.2;
constexpr double kShareWhenEmpty = 0.5;
constexpr int kCareless = 8;            // keeps these random numbers apart from those of the phases
constexpr std::size_t kReplayFrom = 4;  // events: more than a turn, and so the past rather than the present

// Where the system allows this process little, half of what is left: a belief of fewer boards rather than none.
std::size_t belief_bytes(const Config& config) {
  return std::min<std::size_t>(static_cast<std::size_t>(config.belief_memory_mb) * kBytesPerMegabyte,
                               address_space_left() / 2);
}

std::uint64_t fresh_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

}  // namespace

class Agent::Impl {
 public:
  Impl(const Config& config, Evaluator& evaluator, ThreadPool& threads, AgentReports reports)
      : config_(config), evaluator_(&evaluator), threads_(&threads), reports_(std::move(reports)) {
    configure_files();
  }

  struct Game {
    Game(const NewGame& start, const Config& config, ThreadPool& threads)
        : traits(traits_of(config.strategy)),
          seed(start.seed),
          belief(start.board, start.me, {.memory_bytes = belief_bytes(config)}, threads, move_model_of(config)),
          player(traits.make(start)) {
      limit_boards(boards_without_clock(config));
    }

    std::size_t boards_without_clock(const Config& config) const {
      return std::min(traits.max_boards, EventClock::boards_without_clock(config));
    }
    void limit_boards(std::size_t boards) {
      usual_boards = boards;
      belief.set_live_limit(boards);
    }

    const StrategyTraits& traits;
    std::uint64_t seed;
    const GameLog& log() const { return belief.log(); }

    Belief belief;
    std::unique_ptr<StrategyPlayer> player;
    EventClock clock;
    std::uint64_t idle_work = 0;   // boards made by work_on() since the last command
    std::size_t usual_boards = 0;  // kept live where no clock is told
  };

  std::unique_ptr<Agent> fork(std::uint64_t seed) const;
  void reconfigure(const Config& config, Evaluator& evaluator, ThreadPool& threads);
  EventStatus set_position(const Board& start, Color me, std::span<const Observation> history,
                           const std::stop_token& stop);
  EventStatus observe(std::span<const Observation> events);
  Square choose_sense(const Clock& limits, std::span<const Square> only, std::stop_token stop);
  Move choose_move(const Clock& limits, std::span<const Move> only, std::stop_token stop);
  void ponder(const Clock& limits, std::stop_token stop);
  bool has_work_left() const;
  void work_on(const std::stop_token& stop);

  void before_senses(std::function<void(Belief&)> change) { before_sense_ = std::move(change); }
  void limit_boards(std::size_t boards) { game_->limit_boards(boards); }
  const Game& game() const {
    assert(game_);
    return *game_;
  }
  bool has_game() const { return game_ != nullptr; }
  void game_over() {
    if (game_) {
      game_->belief.end_game();
    }
  }

 private:
  void take_in(std::span<const CheckedEvent> events, const std::stop_token& stop);
  std::uint64_t apply(const CheckedEvent& next, const EventLimits& limits);  // boards made
  std::unique_ptr<Game> with_new_player(std::uint64_t seed) const;
  void catch_up(const Situation& s);
  void configure_files() {
    book_.configure(config_, [this](const std::string& text) { reports_.warning(Trouble::kOption, text); });
    net_.configure(config_, [this](const std::string& text) { reports_.warning(Trouble::kOption, text); });
  }
  bool from_start() const { return game_->log().start() == Board::start(); }
  void report_book(const Candidate& chosen, Phase phase);
  void check_turn(const Clock& limits);
  void note_clock(const Clock& limits);
  void note_answer(const Budget& budget, Phase phase);
  Situation situation(const Clock& limits, Phase phase, Random& random, std::stop_token stop);

  Config config_;
  Evaluator* evaluator_;
  ThreadPool* threads_;
  AgentReports reports_;
  OpeningBook book_;
  PlayerNet net_;
  std::function<void(Belief&)> before_sense_;
  Lateness lateness_;           // of all games: it is the machine's
  std::unique_ptr<Game> game_;  // null before the first position
};

void Agent::Impl::take_in(std::span<const CheckedEvent> events, const std::stop_token& stop) {
  if (events.size() < kReplayFrom) {
    for (const CheckedEvent& next : events) {
      apply(next, game_->clock.limits(config_));
    }
    return;
  }
  RestorePlan plan(game_->clock, config_, events, stop);
  for (const CheckedEvent& next : events) {
    plan.made(apply(next, plan.next(next.event)));
  }
}

std::uint64_t Agent::Impl::apply(const CheckedEvent& next, const EventLimits& limits) {
  const auto begin = SteadyClock::now();
  Game& game = *game_;
  game.idle_work = 0;
  const int turn = game.log().turn();
  const OwnSide before = game.log().own();
  if (std::holds_alternative<OpponentMoved>(next.event) && !before.first_notice_is_empty()) {
    Random random(game.seed, turn, static_cast<int>(Phase::kOpponent));
    game.player->before_notice(game.belief, random);
  }
  game.belief.remember_parents(judges_opponent(config_) ? kMaxParentsJudged : 0);
  const Belief::Update update = game.belief.observe(next, limits);
  game.player->observe(next.event, before, next.after);

  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - begin);
  const std::int64_t ms = took.count();
  game.clock.took(next.event, took);
  UpdateReport report{.turn = turn,
                      .event = static_cast<Phase>(next.event.index()),
                      .boards_before = update.boards_before,
                      .boards = update.boards,
                      .deferred = update.deferred,
                      .entropy_millibits = {},
                      .boards_per_second = ms > 0 ? update.boards * 1000 / static_cast<std::uint64_t>(ms) : 0,
                      .time_ms = ms};
  if (update.boards <= kMaxForEntropy) {
    report.entropy_millibits = std::llround(1000 * entropy_bits(game.belief.boards(), *threads_));
  }
  reports_.update(report);
  if (update.boards == 0 && update.deferred == 0) {
    reports_.warning(Trouble::kBelief, "no board explains the observations");
  }
  return update.made;
}

EventStatus Agent::Impl::set_position(const Board& start, Color me, std::span<const Observation> history,
                                      const std::stop_token& stop) {
  const bool continues = game_ && game_->log().is_continued_by(start, me, history);
  const auto checked = continues ? game_->log().check(history, game_->log().size()) : GameLog(start, me).check(history);
  if (!checked) {
    return checked.refusal();
  }
  if (!continues) {
    game_ = nullptr;  // gives its memory back first
    const std::uint64_t seed = config_.seed != 0 ? static_cast<std::uint64_t>(config_.seed) : fresh_seed();
    game_ = std::make_unique<Game>(NewGame{start, me, seed, net_.net()}, config_, *threads_);
  }
  take_in(checked.events, stop);
  return {};
}

EventStatus Agent::Impl::observe(std::span<const Observation> events) {
  const auto checked = (game_ ? game_->log() : GameLog::none()).check(events);
  if (!checked) {
    return checked.refusal();
  }
  take_in(checked.events, {});
  return {};
}

// The present game but for its boards, with a player that the settings make and that has heard the events.
std::unique_ptr<Agent::Impl::Game> Agent::Impl::with_new_player(std::uint64_t seed) const {
  const GameLog& log = game_->log();
  auto game = std::make_unique<Game>(NewGame{log.start(), log.me(), seed, net_.net()}, config_, *threads_);
  for (std::size_t i = 0; i < log.size(); ++i) {
    game->player->observe(log.history()[i], log.own_after(i), log.own_after(i + 1));
  }
  game->clock = game_->clock;
  return game;
}

std::unique_ptr<Agent> Agent::Impl::fork(std::uint64_t seed) const {
  auto twin = std::make_unique<Agent>(config_, *evaluator_, *threads_, AgentReports{});
  auto game = with_new_player(seed);
  game->belief = game_->belief;
  twin->impl_->game_ = std::move(game);
  return twin;
}

void Agent::Impl::reconfigure(const Config& config, Evaluator& evaluator, ThreadPool& threads) {
  const bool same_player = config.strategy == config_.strategy && config.net_file == config_.net_file;
  config_ = config;
  evaluator_ = &evaluator;
  threads_ = &threads;
  configure_files();
  if (!game_) {
    return;
  }
  if (!same_player) {
    auto game = with_new_player(game_->seed);
    game->belief = std::move(game_->belief);
    game_ = std::move(game);
  }
  game_->belief.use_threads(threads);
  // From the next event on. A clock, where there is one, says otherwise when it is told.
  game_->limit_boards(game_->boards_without_clock(config_));
}

void Agent::Impl::check_turn(const Clock& limits) {
  const int turn = game_->log().turn();
  if (limits.turn && *limits.turn != turn) {
    reports_.warning(Trouble::kPhase, fmt::format("turn {} was asked for, but this is turn {}", *limits.turn, turn));
  }
}

void Agent::Impl::note_clock(const Clock& limits) {
  lateness_.unseen(static_cast<double>(game_->clock.told(limits, SteadyClock::now())));
  if (game_->traits.needs_belief) {
    const std::size_t boards =
        limits.time ? boards_for_clock(limits, threads_->threads(), lateness_.ms_per_board()) : game_->usual_boards;
    game_->belief.set_live_limit(std::min(boards, game_->traits.max_boards));
  }
}

void Agent::Impl::note_answer(const Budget& budget, Phase phase) {
  game_->clock.answered(phase, SteadyClock::now());
  if (budget.timed() && !budget.stop.stop_requested()) {
    lateness_.answered(-budget.ms_left(), game_->belief.boards().size());
  }
}

// Before a decision, where the live set says little because too much is deferred. Events that took as long as they
// liked have left nothing that more time would mend.
void Agent::Impl::catch_up(const Situation& s) {
  Belief& belief = game_->belief;
  if (!game_->traits.needs_belief || !game_->clock.allowance(config_) || !belief.runs_low() || s.budget.at_once) {
    return;
  }
  EventLimits limits = game_->clock.limits(config_);
  if (!game_->clock.must_reproduce(config_)) {
    const double share = belief.boards().empty() ? kShareWhenEmpty : kShareWhenLow;
    if (s.budget.timed()) {
      limits.until.deadline = s.budget.deadline_of(share);
    }
    limits.until.stop = s.budget.stop;
  }
  belief.catch_up(limits.boards, limits.until);
}

bool Agent::Impl::has_work_left() const {
  return game_ && game_->log().phase() != Phase::kOver && game_->traits.needs_belief &&
         game_->clock.allowance(config_) && !game_->clock.must_reproduce(config_) && game_->belief.can_catch_up() &&
         game_->idle_work < game_->clock.limits(config_).boards;
}

void Agent::Impl::work_on(const std::stop_token& stop) {
  game_->idle_work += 1 + game_->belief.catch_up(game_->clock.limits(config_).boards, {.stop = stop});
}

Situation Agent::Impl::situation(const Clock& limits, Phase phase, Random& random, std::stop_token stop) {
  const auto begin = SteadyClock::now();
  Budget budget =
      budget_of(limits, phase, config_, game_->log().turn(), game_->player->time_use(), begin, lateness_.of_decision());
  budget.stop = std::move(stop);
  return {.config = config_,
          .belief = game_->belief,
          .evaluator = *evaluator_,
          .threads = *threads_,
          .random = random,
          .log = game_->log(),
          .time_left_ms = limits.time,
          .budget = std::move(budget),
          .report = [this, phase, begin](CandidateReport report) {
            report.phase = phase;
            report.turn = game_->log().turn();
            report.boards = game_->belief.boards().size();
            report.time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - begin).count();
            reports_.candidates(report);
          }};
}

// The book's choice is reported as a candidate without scores.
void Agent::Impl::report_book(const Candidate& chosen, Phase phase) {
  CandidateReport report;
  report.phase = phase;
  report.turn = game_->log().turn();
  report.boards = game_->belief.boards().size();
  report.candidates = {chosen};
  report.from_book = true;
  reports_.candidates(report);
}

Square Agent::Impl::choose_sense(const Clock& limits, std::span<const Square> only, std::stop_token stop) {
  assert(game_->log().phase() == Phase::kSense);
  check_turn(limits);
  note_clock(limits);
  std::vector<Square> allowed(only.begin(), only.end());
  if (allowed.empty()) {
    for (Square s = 0; s < 64; ++s) {
      allowed.push_back(s);
    }
  }
  Random random(game_->seed, game_->log().turn(), static_cast<int>(Phase::kSense));
  const Color me = game_->belief.own().me();
  if (const auto known = from_start() ? book_.sense(me, game_->log().history(), allowed, random) : std::nullopt) {
    report_book({.sense = *known, .move = {}}, Phase::kSense);
    return *known;
  }
  Situation s = situation(limits, Phase::kSense, random, std::move(stop));
  catch_up(s);
  judge_opponent(s, game_->belief);
  if (before_sense_) {
    before_sense_(game_->belief);
  }
  const Square chosen = game_->player->choose_sense(s, allowed);
  note_answer(s.budget, Phase::kSense);
  return chosen;
}

Move Agent::Impl::choose_move(const Clock& limits, std::span<const Move> only, std::stop_token stop) {
  assert(game_->log().phase() == Phase::kMove);
  check_turn(limits);
  note_clock(limits);
  const OwnSide& own = game_->belief.own();
  std::vector<Move> allowed = requests(own.pieces(), own.me());
  if (!only.empty()) {
    std::erase_if(allowed, [&](Move m) {
      return std::none_of(only.begin(), only.end(), [&](Move o) { return normalized_request(own.pieces(), o) == m; });
    });
  }
  if (allowed.empty()) {
    return kNullMove;  // the host allows nothing that may be requested
  }
  if (config_.carelessness > 0) {
    Random chance(game_->seed, game_->log().turn(), kCareless);
    if (chance.below(100) < static_cast<std::uint64_t>(config_.carelessness)) {
      return allowed[chance.below(allowed.size())];
    }
  }
  Random random(game_->seed, game_->log().turn(), static_cast<int>(Phase::kMove));
  if (const auto known =
          from_start() ? book_.request(own.me(), game_->log().history(), allowed, random) : std::nullopt) {
    report_book({.sense = kNoSquare, .move = *known}, Phase::kMove);
    return *known;
  }
  Situation s = situation(limits, Phase::kMove, random, std::move(stop));
  catch_up(s);
  const Move chosen = game_->player->choose_move(s, allowed);
  note_answer(s.budget, Phase::kMove);
  return chosen;
}

void Agent::Impl::ponder(const Clock& limits, std::stop_token stop) {
  assert(game_->log().phase() == Phase::kOpponent);
  check_turn(limits);
  Random random(game_->seed, game_->log().turn(), static_cast<int>(Phase::kOpponent));
  Situation s = situation(limits, Phase::kOpponent, random, stop);
  while (game_->traits.needs_belief && game_->belief.deferred() > 0 && !s.budget.spent()) {
    const std::size_t deferred = game_->belief.deferred();
    game_->belief.catch_up(kCatchUpAtOnce, {.stop = stop, .deadline = s.budget.deadline});
    if (game_->belief.deferred() == deferred || s.budget.counted()) {
      break;  // no room for more; or a limit of nodes alone, which says nothing of boards and would never end this
    }
  }
  if (game_->traits.needs_belief) {
    game_->belief.prepare({.stop = stop, .deadline = s.budget.deadline});
  }
  game_->player->ponder(s);
}

Agent::Agent(const Config& config, Evaluator& evaluator, ThreadPool& threads, AgentReports reports)
    : impl_(std::make_unique<Impl>(config, evaluator, threads, std::move(reports))) {}
Agent::~Agent() = default;

bool Agent::has_game() const { return impl_->has_game(); }
const GameLog& Agent::log() const { return has_game() ? impl_->game().log() : GameLog::none(); }

void Agent::reconfigure(const Config& config, Evaluator& evaluator, ThreadPool& threads) {
  impl_->reconfigure(config, evaluator, threads);
}
EventStatus Agent::set_position(const Board& start, Color me, std::span<const Observation> history,
                                std::stop_token stop) {
  return impl_->set_position(start, me, history, stop);
}
EventStatus Agent::observe(std::span<const Observation> events) { return impl_->observe(events); }
std::unique_ptr<Agent> Agent::fork(std::uint64_t seed) const { return impl_->fork(seed); }
bool Agent::has_work_left() const { return impl_->has_work_left(); }
void Agent::work_on(std::stop_token stop) { impl_->work_on(stop); }
void Agent::game_over() { impl_->game_over(); }

Square Agent::choose_sense(const Clock& limits, std::span<const Square> only, std::stop_token stop) {
  return impl_->choose_sense(limits, only, std::move(stop));
}
Move Agent::choose_move(const Clock& limits, std::span<const Move> only, std::stop_token stop) {
  return impl_->choose_move(limits, only, std::move(stop));
}
void Agent::before_senses(std::function<void(Belief&)> change) { impl_->before_senses(std::move(change)); }
void Agent::ponder(const Clock& limits, std::stop_token stop) { impl_->ponder(limits, std::move(stop)); }

void Agent::limit_boards(std::size_t boards) { impl_->limit_boards(boards); }
const Belief& Agent::belief() const { return impl_->game().belief; }
std::uint64_t Agent::boards() const { return impl_->has_game() ? impl_->game().belief.boards().size() : 0; }

double Agent::probability(const Board& board) const {
  return impl_->has_game() ? impl_->game().belief.probability(board) : 0;
}

std::vector<std::pair<Board, double>> Agent::likeliest(std::size_t limit) const {
  std::vector<std::pair<Board, double>> boards;
  if (!impl_->has_game()) {
    return boards;
  }
  const Belief& belief = impl_->game().belief;
  const double total = belief.boards().total_weight();
  for (const Hypothesis& h : lanternfish::likeliest(belief.boards(), limit)) {
    boards.emplace_back(unpack(h, belief.own()), h.weight / total);
  }
  return boards;
}

std::vector<std::array<double, 64>> Agent::piece_probabilities() const {
  if (!impl_->has_game()) {
    return std::vector<std::array<double, 64>>(kPieceTypes);
  }
  const PieceProbabilities by_type = lanternfish::piece_probabilities(impl_->game().belief.boards());
  return {by_type.begin(), by_type.end()};
}

Board Agent::own_pieces() const { return impl_->has_game() ? impl_->game().belief.own().pieces() : Board(); }

}  // namespace lanternfish
