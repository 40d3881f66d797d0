#include "protocol/session/session.h"

#include <algorithm>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "belief/belief.h"
#include "engine/strategy_traits.h"
#include "protocol/session/bench.h"
#include "protocol/session/options.h"
#include "protocol/session/reports.h"
#include "protocol/session/show.h"
#include "support/version.h"

namespace lanternfish {

void CandidateFeed::begin(bool reproducible, TimePoint now) {
  latest_.reset();
  next_time_ = now + kEvery;
  reproducible_ = reproducible;
  sent_ = false;
}

bool CandidateFeed::offer(const CandidateReport& report, TimePoint now) {
  latest_ = report;
  sent_ = !reproducible_ && now >= next_time_;
  if (sent_) {
    next_time_ = now + kEvery;
  }
  return sent_;
}

std::optional<CandidateReport> CandidateFeed::last() const { return sent_ ? std::nullopt : latest_; }

namespace {

constexpr std::size_t kBoardsShown = 10;            // by `boards` without a number
constexpr std::chrono::seconds kStartPatience{10};  // for chess engines, before the first game

}  // namespace

Session::Session(const Config& config, EvaluatorFactory make_evaluator, SendMessage send)
    : Responder(std::move(send)), setup_(config, std::move(make_evaluator), [this](const std::string& text) {
        say(TextInfo::Severity::kWarning, Trouble::kEngine, text);
      }) {}

Session::~Session() = default;

void Session::work_on(const std::stop_token& stop) {
  const std::size_t known = log().size();
  try {
    try {
      agent_->work_on(stop);
    } catch (const std::bad_alloc&) {
      if (!begin_smaller(known)) {
        throw;
      }
    }
  } catch (const std::exception& exception) {
    forget_game();
    fail(Trouble::kInternal, exception.what());
  }
}

void Session::carry_out(const HostCommand& command) {
  replaying_ = std::holds_alternative<PositionCommand>(command);
  const std::size_t known = log().size();
  while (true) {
    try {
      std::visit([this](const auto& c) { run(c); }, command);
      return;
    } catch (const std::bad_alloc&) {
      if (!begin_smaller(known)) {
        throw;
      }
    }
  }
}

// The game as it was after `known` events, with half of the memory for its boards, or less. False: there is no game, or
// it is forgotten.
bool Session::begin_smaller(std::size_t known) {
  const GameLog game = log();
  const bool begun = agent_ && agent_->has_game();
  if (!begun && !replaying_) {
    return false;
  }
  memory_mb_ = memory_limit_mb();
  if (begun) {
    memory_mb_ = std::min(memory_mb_, static_cast<int>(agent_->belief().limits().memory_bytes >> 20));
  }
  while ((memory_mb_ /= 2) > 0) {
    agent_.reset();
    try {
      if (begun) {
        held_.emplace();  // the host was told of these events
        make_agent();
        (void)agent_->set_position(game.start(), game.me(), game.history().first(known), stop());
        if (game.phase() == Phase::kOver) {
          agent_->game_over();
        }
      }
      held_.reset();
      say(TextInfo::Severity::kWarning, Trouble::kInternal,
          fmt::format("the system gives no more memory: the boards of this game get {} MB", memory_mb_));
      return true;
    } catch (const std::bad_alloc&) {
      continue;
    }
  }
  forget_game();
  memory_mb_ = std::numeric_limits<int>::max();
  return false;
}

// Where something threw while events were taken in, it is unknown how many were.
void Session::recover() {
  if (held_) {
    forget_game();
  }
}

void Session::run(const UciCommand&) {
  const bool ours = config().strategy == Strategy::kLanternfish;
  const std::string strategy = ours ? "" : fmt::format(" {}", traits_of(config().strategy).name);
  send(IdLine{IdLine::Field::kName, fmt::format("Lanternfish {}{}", program_version(), strategy)});
  send(IdLine{IdLine::Field::kAuthor, "the Lanternfish authors"});
  send(IdLine{IdLine::Field::kProtocol, "rbc-uci 1"});
  for (const Option& option : option_table()) {
    send(option_line(option));
  }
  send(UciOk{});
}

void Session::run(const IsReadyCommand&) {
  // The host must get its answer even when its settings cannot be carried out.
  try {
    refresh();
    if (!agent_) {  // no game is to begin on the built-in evaluator because a chess engine starts slowly
      setup_.evaluator().await_start(SteadyClock::now() + kStartPatience, stop());
    }
  } catch (const std::exception& exception) {
    fail(Trouble::kInternal, exception.what());
  }
  send(ReadyOk{});
}

void Session::run(const NewGameCommand&) {
  forget_game();
  memory_mb_ = std::numeric_limits<int>::max();
  setup_.forget_games();
}

void Session::forget_game() {
  held_.reset();
  agent_.reset();
}

void Session::run(const SetOptionCommand& command) {
  if (const Status set = setup_.set(command.name, command.value); !set) {
    fail(Trouble::kOption, set.error());
  }
}

void Session::make_agent() {
  Config of_game = config();
  of_game.belief_memory_mb = memory_limit_mb();
  agent_ = std::make_unique<Agent>(of_game, setup_.evaluator(), setup_.threads(), reports());
}

void Session::refresh() {
  if (setup_.refresh(agent_.get())) {
    report_idle_options();
  }
}

// Says which options have no effect, each once as long as that does not change.
void Session::report_idle_options() {
  std::vector<std::string> sentences = options_without_effect(config());
  for (const std::string& sentence : sentences) {
    if (std::find(idle_options_said_.begin(), idle_options_said_.end(), sentence) == idle_options_said_.end()) {
      note(sentence);
    }
  }
  idle_options_said_ = std::move(sentences);
}

AgentReports Session::reports() {
  const auto tell = [this](EngineMessage message) {
    if (held_) {
      held_->push_back(std::move(message));
    } else {
      send(message);
    }
  };
  AgentReports reports;
  reports.update = [this, tell](const UpdateReport& report) {
    tell(report);
    if (replaying_) {
      while_replaying();
    }
  };
  reports.warning = [tell](Trouble trouble, const std::string& text) {
    tell(TextInfo{TextInfo::Severity::kWarning, trouble, text});
  };
  reports.candidates = [this](const CandidateReport& report) {
    if (feed_.offer(report, SteadyClock::now())) {
      send_candidates(report);
    }
  };
  return reports;
}

void Session::send_candidates(const CandidateReport& report) {
  if (report.from_book) {
    send(TextInfo{.severity = TextInfo::Severity::kNote, .text = "book"});
  }
  for (const SearchInfo& line : search_lines(report, config().multi_pv)) {
    send(line);
  }
}

// Runs `change`, by which the agent takes in events, and sends its reports when all events were accepted.
void Session::absorb(const char* command, const std::function<EventStatus()>& change) {
  held_.emplace();
  const EventStatus status = change();
  const std::vector<EngineMessage> lines = std::move(*held_);
  held_.reset();
  if (!status) {
    refuse(command, status.refusal());
    return;
  }
  for (const EngineMessage& line : lines) {
    send(line);
  }
  send_belief();
  memory_ahead_.want(agent_->belief().bytes_for_notice());
}

void Session::run(const PositionCommand& command) {
  refresh();
  if (!agent_) {
    make_agent();
  }
  absorb("position history", [&] { return agent_->set_position(command.start, command.me, command.history, stop()); });
}

void Session::run(const ObserveCommand& command) {
  if (!agent_) {
    refuse("observe", GameLog::none().check(command.events).refusal());
    return;
  }
  refresh();
  absorb("observe", [&] { return agent_->observe(command.events); });
}

// Whether the command fits the phase. Where it does not, says so; execute() sends the terminator with the null action.
bool Session::may_think(Phase wanted, std::string_view command, const Limits& limits) {
  if (phase() != wanted) {
    fail(Trouble::kPhase, fmt::format("{} is for: {}; now: {}", command, phase_text(wanted), phase_text(phase())));
    return false;
  }
  refresh();
  check_clock(limits, log().me());
  began_ = SteadyClock::now();
  feed_.begin(config().threads == 1 && config().seed != 0 && limits.nodes, began_);
  return true;
}

Clock Session::clock(const Limits& limits) const {
  const Option& depth = *find_option("Depth");
  Clock clock = clock_of(limits, log().me());
  if (clock.depth) {
    clock.depth = std::clamp(*clock.depth, depth.min, depth.max);
  }
  return clock;
}

// Sends the last report, if it was not sent. A player without candidates still reports how long it took.
void Session::end_thinking(const Limits& limits) {
  if (const auto report = feed_.last()) {
    send_candidates(*report);
  } else if (!feed_.any()) {
    CandidateReport none;
    none.phase = log().phase();
    none.turn = log().turn();
    none.boards = agent_->boards();
    none.time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - began_).count();
    send_candidates(none);
  }
  if (limits.infinite) {
    wait_for_stop();
  }
}

void Session::run(const SenseCommand& command) {
  if (may_think(Phase::kSense, "sense", command.limits)) {
    answer(BestSense{agent_->choose_sense(clock(command.limits), command.only, stop())});
    end_thinking(command.limits);
  }
}

void Session::run(const GoCommand& command) {
  if (may_think(Phase::kMove, "go", command.limits)) {
    answer(BestMove{agent_->choose_move(clock(command.limits), command.only, stop())});
    end_thinking(command.limits);
  }
}

void Session::run(const PonderCommand& command) {
  if (may_think(Phase::kOpponent, "ponder", command.limits)) {
    agent_->ponder(clock(command.limits), stop());
    end_thinking(command.limits);
  }
}

void Session::run(const GameOverCommand&) {
  if (agent_) {
    agent_->game_over();
  }
}

void Session::send_likeliest(std::size_t count) {
  int rank = 0;
  for (const auto& [board, probability] : agent_->likeliest(count)) {
    send(BoardInfo{++rank, per_million(probability), board});
  }
}

void Session::send_belief() {
  if (config().show_boards > 0) {
    send_likeliest(static_cast<std::size_t>(config().show_boards));
  }
  if (config().show_probabilities) {
    for (const PieceInfo& line : piece_lines(agent_->piece_probabilities())) {
      send(line);
    }
  }
}

bool Session::has_game(std::string_view command) {
  const bool has = agent_ && agent_->has_game();
  if (!has) {
    fail(Trouble::kPhase, fmt::format("{} needs a position", command));
  }
  return has;
}

void Session::run(const BoardsCommand& command) {
  if (has_game("boards")) {
    send_likeliest(command.count ? static_cast<std::size_t>(*command.count) : kBoardsShown);
  }
}

void Session::run(const ProbeCommand& command) {
  if (has_game("probe")) {
    send(BoardInfo{0, per_million(agent_->probability(command.board)), command.board});
  }
}

void Session::run(const ShowStateCommand&) {
  for (const std::string& line : state_text(agent_.get(), config())) {
    note(line);
  }
}

void Session::run(const HelpCommand&) {
  for (const std::string& line : help_text()) {
    note(line);
  }
}

void Session::run(const BenchCommand& command) {
  const Result<BenchResult> result = bench(command.arguments, config().threads, setup_.make_evaluator(), stop());
  if (!result) {
    fail(Trouble::kSyntax, "bench: " + result.error());
    return;
  }
  note(bench_text(*result));
}

}  // namespace lanternfish
