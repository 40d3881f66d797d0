// The commands of a game: position, observe, sense, go, ponder, gameover, and what is shown of the belief.

#include <condition_variable>
#include <mutex>

#include <fmt/format.h>

#include "protocol/session/bench.h"
#include "protocol/session/reports.h"
#include "protocol/session/session.h"
#include "protocol/session/show.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsShown = 10;  // by `boards` without a number

// `infinite` means that the answer waits for `stop`, however early there is nothing more to think about.
void wait_for(const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait(lock, stop, [] { return false; });
}

}  // namespace

AgentReports Session::reports() {
  const auto tell = [this](EngineMessage message) {
    if (held_) {
      held_->push_back(std::move(message));
    } else {
      send_(message);
    }
  };
  AgentReports reports;
  reports.update = [tell](const UpdateReport& report) { tell(update_line(report)); };
  reports.warning = [tell](WarningKind kind, const std::string& text) {
    tell(TextInfo{TextInfo::Severity::kWarning, trouble_of(kind), text});
  };
  reports.candidates = [this](const CandidateReport& report) {
    if (feed_.offer(report, Clock::now())) {
      send_candidates(report);
    }
  };
  return reports;
}

void Session::send_candidates(const CandidateReport& report) {
  for (const SearchInfo& line : search_lines(report, config_.multi_pv)) {
    send_(line);
  }
}

// Runs `change`, which absorbs events. Its lines are sent when it succeeded, and only then is the game as `next` says.
void Session::absorb(const std::function<Status()>& change, PositionCommand next) {
  held_.emplace();
  const Status status = change();
  const std::vector<EngineMessage> lines = std::move(*held_);
  held_.reset();
  if (!status) {
    fail(Trouble::kObservation, status.error());
    return;
  }
  game_ = std::move(next);
  has_position_ = true;
  for (const EngineMessage& line : lines) {
    send_(line);
  }
  send_belief();
}

void Session::run(const PositionCommand& command) {
  if (const Result<Phase> phase = phase_after(Phase::kOpponent, command.history); !phase) {
    fail(Trouble::kPhase, "position history: " + phase.error());
    return;
  }
  refresh();
  if (!agent_) {
    agent_ = std::make_unique<Agent>(config_, *evaluator_, *threads_, reports());
  }
  absorb([&] { return agent_->set_position(command.start, command.me, command.history); }, command);
}

void Session::run(const ObserveCommand& command) {
  if (const Result<Phase> after = phase_after(phase(), command.events); !after) {
    fail(Trouble::kPhase, "observe: " + after.error());
    return;
  }
  refresh();
  PositionCommand next = game_;
  next.history.insert(next.history.end(), command.events.begin(), command.events.end());
  absorb([&] { return agent_->observe(command.events); }, std::move(next));
}

// Explains when the command does not fit; its terminator with the null action follows from execute().
bool Session::may_think(Phase wanted, std::string_view command, const Limits& limits) {
  if (phase() != wanted) {
    fail(Trouble::kPhase, fmt::format("{} is for: {}; now: {}", command, phase_text(wanted), phase_text(phase())));
    return false;
  }
  refresh();
  began_ = Clock::now();
  feed_.begin(config_.threads == 1 && config_.seed != 0 && limits.nodes, began_);
  return true;
}

// A player that weighs no candidates still tells how long it took.
void Session::end_thinking(const Limits& limits) {
  if (const auto report = feed_.last()) {
    send_candidates(*report);
  } else if (!feed_.any()) {
    CandidateReport none;
    none.phase = agent_->phase();
    none.turn = agent_->turn();
    none.boards = agent_->boards();
    none.time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_).count();
    send_candidates(none);
  }
  if (limits.infinite) {
    wait_for(stop_);
  }
}

void Session::run(const SenseCommand& command) {
  if (may_think(Phase::kSense, "sense", command.limits)) {
    owed_ = BestSense{agent_->choose_sense(turn_limits(command.limits, game_.me), command.only, stop_)};
    end_thinking(command.limits);
  }
}

void Session::run(const GoCommand& command) {
  if (may_think(Phase::kMove, "go", command.limits)) {
    owed_ = BestMove{agent_->choose_move(turn_limits(command.limits, game_.me), command.only, stop_)};
    end_thinking(command.limits);
  }
}

void Session::run(const PonderCommand& command) {
  if (may_think(Phase::kOpponent, "ponder", command.limits)) {
    agent_->ponder(turn_limits(command.limits, game_.me), stop_);
    end_thinking(command.limits);
  }
}

void Session::run(const GameOverCommand&) {
  if (has_position_) {
    agent_->game_over();
  }
}

void Session::send_likeliest(std::size_t count) {
  int rank = 0;
  for (const auto& [board, probability] : agent_->likeliest(count)) {
    send_(BoardInfo{++rank, per_million(probability), board});
  }
}

void Session::send_belief() {
  if (config_.show_boards > 0) {
    send_likeliest(static_cast<std::size_t>(config_.show_boards));
  }
  if (config_.show_probabilities) {
    for (const PieceInfo& line : piece_lines(agent_->piece_probabilities())) {
      send_(line);
    }
  }
}

bool Session::has_game(std::string_view command) {
  if (!has_position_) {
    fail(Trouble::kPhase, fmt::format("{} needs a position", command));
  }
  return has_position_;
}

void Session::run(const BoardsCommand& command) {
  if (has_game("boards")) {
    send_likeliest(command.count ? static_cast<std::size_t>(*command.count) : kBoardsShown);
  }
}

void Session::run(const ProbeCommand& command) {
  if (has_game("probe")) {
    send_(BoardInfo{0, per_million(agent_->probability(command.board)), command.board});
  }
}

void Session::run(const ShowStateCommand&) {
  for (const std::string& line : state_text(has_position_ ? agent_.get() : nullptr, game_, config_)) {
    note(line);
  }
}

void Session::run(const HelpCommand&) {
  for (const std::string& line : help_text()) {
    note(line);
  }
}

void Session::run(const BenchCommand& command) {
  const Result<BenchResult> result = bench(command.arguments, config_.threads, make_evaluator_, stop_);
  if (!result) {
    fail(Trouble::kSyntax, "bench: " + result.error());
    return;
  }
  note(bench_text(*result));
}

}  // namespace lanternfish
