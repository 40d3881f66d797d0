#include "protocol/session/bench.h"

#include <array>

#include <fmt/format.h>

#include "engine/agent.h"
#include "protocol/messages/tokens.h"
#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr int kTurns = 20;  // of each side; beyond, boards are few and similar
constexpr std::int64_t kMaxTurns = 200;
constexpr std::int64_t kNodes = 1000;  // positions scored in a phase

// FNV-1a over numbers: order counts, and it is the same everywhere.
class Signature {
 public:
  void add(std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) {
      hash_ = (hash_ ^ (value >> (8 * byte) & 0xff)) * 0x100000001b3;
    }
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

// Both players and the referee between them.
class BenchGame {
 public:
  BenchGame(int threads, const EvaluatorFactory& make_evaluator, const std::stop_token& stop)
      : stop_(stop), threads_(threads) {
    config_.seed = 1;
    config_.threads = threads;
    config_.engine_command = "none";
    config_.own_book = false;  // the signature is of what decides
    evaluator_ = make_evaluator(config_, [](const std::string&) {});
    for (const Color c : {kWhite, kBlack}) {
      players_[c] = std::make_unique<Agent>(config_, *evaluator_, threads_, reports());
    }
  }

  Result<BenchResult> play(int turns) {
    for (const Color c : {kWhite, kBlack}) {
      if (const Status status = players_[c]->set_position(Board::start(), c, {}); !status) {
        return Error{status.error()};
      }
    }
    Square captured = kNoSquare;
    for (; result_.plies < 2 * turns && game_end(truth_, config_.move_limit).reason == WinReason::kNone;
         ++result_.plies) {
      const Result<Square> next = play_turn(*players_[truth_.turn()], captured);
      if (!next) {
        return Error{next.error()};
      }
      if (stop_.stop_requested()) {
        result_.complete = false;
        break;
      }
      captured = *next;
    }
    result_.signature = signature_.value();
    return result_;
  }

 private:
  AgentReports reports() {
    AgentReports reports;
    reports.update = [this](const UpdateReport& report) {
      signature_.add(report.boards);
      result_.boards += report.boards;
    };
    reports.candidates = [this](const CandidateReport& report) { nodes_of_phase_ = report.nodes; };
    reports.warning = [](WarningKind, const std::string&) {};
    return reports;
  }

  void end_phase(std::uint64_t action) {
    signature_.add(action);
    result_.nodes += nodes_of_phase_;
    nodes_of_phase_ = 0;
  }

  // One turn of the side to move; gives the capture square the other side hears of.
  Result<Square> play_turn(Agent& player, Square captured) {
    const TurnLimits limits{
        .time = {}, .increment = {}, .move_time = {}, .nodes = kNodes, .depth = {}, .turn = {}, .infinite = false};
    if (const Status status = player.observe(std::array<Observation, 1>{OpponentMoved{captured}}); !status) {
      return Error{status.error()};
    }
    const Square center = player.choose_sense(limits, {}, stop_);
    end_phase(center);
    if (const Status status = player.observe(std::array<Observation, 1>{Sensed{sense(truth_, center)}}); !status) {
      return Error{status.error()};
    }
    const Move request = player.choose_move(limits, {}, stop_);
    end_phase(static_cast<std::uint64_t>(request.from) << 16 | static_cast<std::uint64_t>(request.to) << 8 |
              request.promotion);
    const Outcome outcome = resolve(truth_, normalized_request(truth_, request));
    apply(truth_, outcome.taken);
    if (game_end(truth_, 0).reason == WinReason::kNone) {
      if (const Status status =
              player.observe(std::array<Observation, 1>{Moved{request, outcome.taken, outcome.captured}});
          !status) {
        return Error{status.error()};
      }
    }
    return outcome.captured;
  }

  const std::stop_token stop_;
  Config config_;
  ThreadPool threads_;
  std::unique_ptr<Evaluator> evaluator_;
  std::array<std::unique_ptr<Agent>, 2> players_;
  Board truth_ = Board::start();
  Signature signature_;
  BenchResult result_;
  std::uint64_t nodes_of_phase_ = 0;
};

}  // namespace

Result<BenchResult> bench(std::span<const std::string> arguments, int threads, const EvaluatorFactory& make_evaluator,
                          const std::stop_token& stop) {
  int turns = kTurns;
  if (!arguments.empty()) {
    const auto number = parse_number(arguments.front());
    if (!number || *number < 1 || *number > kMaxTurns || arguments.size() > 1) {
      return Error{
          fmt::format("expected a number of turns from 1 to {}, not {}", kMaxTurns, quoted(arguments.front()))};
    }
    turns = static_cast<int>(*number);
  }
  const auto started = SteadyClock::now();
  Result<BenchResult> result = BenchGame(threads, make_evaluator, stop).play(turns);
  if (!result) {
    return result;
  }
  BenchResult timed = *result;
  timed.time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - started).count();
  return timed;
}

std::string bench_text(const BenchResult& result) {
  if (!result.complete) {
    return fmt::format("bench stopped after {} plies", result.plies);
  }
  return fmt::format("bench signature {:016x} plies {} boards {} nodes {} time {}", result.signature, result.plies,
                     result.boards, result.nodes, result.time_ms);
}

}  // namespace lanternfish
