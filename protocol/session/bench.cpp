#include "protocol/session/bench.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/agent_player.h"
#include "game/play.h"
#include "protocol/messages/tokens.h"
#include "support/hash.h"

namespace lanternfish {

namespace {

constexpr int kTurns = 20;  // of each side; beyond, boards are few and similar
constexpr std::int64_t kMaxTurns = 200;
constexpr std::int64_t kNodes = 1000;  // positions scored in a phase

// Over numbers: order counts, and it is the same everywhere.
class Signature {
 public:
  void add(std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) {
      hash_ = fnv1a(hash_, value >> (8 * byte) & 0xff);
    }
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = kFnvBasis;
};

// Puts everything that both players hold and choose into the signature.
class Signer : public GameObserver {
 public:
  AgentReports reports() {
    AgentReports reports;
    reports.update = [this](const UpdateReport& report) {
      signature_.add(report.boards);
      result_.boards += report.boards;
    };
    reports.candidates = [this](const CandidateReport& report) { nodes_of_phase_ = report.nodes; };
    return reports;
  }

  void chose(std::uint64_t action) {
    signature_.add(action);
    result_.nodes += std::exchange(nodes_of_phase_, 0);
  }
  void turn_ended(const Game& /*game*/, const PlayedTurn& turn) override { result_.plies += turn.finished ? 1 : 0; }

  BenchResult result() const {
    BenchResult result = result_;
    result.signature = signature_.value();
    return result;
  }

 private:
  Signature signature_;
  BenchResult result_;
  std::uint64_t nodes_of_phase_ = 0;
};

// Signs what the agent chooses before anything comes of it.
class SignedPlayer : public AgentPlayer {
 public:
  SignedPlayer(const Config& config, Evaluator& evaluator, ThreadPool& threads, Signer& signer)
      : AgentPlayer("bench", config, evaluator, threads, signer.reports()), signer_(signer) {}

  Decision<Square> sense(const DecisionLimits& limits) override {
    const Decision<Square> answer = AgentPlayer::sense(limits);
    signer_.chose(std::get<Square>(answer));
    return answer;
  }
  Decision<Move> move(const DecisionLimits& limits) override {
    const Decision<Move> answer = AgentPlayer::move(limits);
    const Move request = std::get<Move>(answer);
    signer_.chose(static_cast<std::uint64_t>(request.from) << 16 | static_cast<std::uint64_t>(request.to) << 8 |
                  request.promotion);
    return answer;
  }

 private:
  Signer& signer_;
};

Result<BenchResult> play_bench(int turns, int threads, const EvaluatorFactory& make_evaluator,
                               const std::stop_token& stop) {
  Config config;
  config.seed = 1;
  config.threads = threads;
  config.engine_command = "none";
  config.event_time_ms = 0;
  config.own_book = false;  // the signature is of what decides
  const std::unique_ptr<Evaluator> evaluator = make_evaluator(config, [](const std::string&) {});
  ThreadPool pool(threads);
  Signer signer;
  SignedPlayer white(config, *evaluator, pool, signer), black(config, *evaluator, pool, signer);
  GameSettings settings;
  settings.rules = {.move_limit = config.move_limit, .turn_limit = turns};
  settings.time.fill({.base = {}, .movetime = {}, .nodes = kNodes});
  settings.stop = stop;
  Game game({&white, &black}, settings, {&signer});
  play(game);
  if (!game.result().text.empty() && !stop.stop_requested()) {
    return Error{fault_text(game.result())};
  }
  BenchResult result = signer.result();
  result.complete = !stop.stop_requested();
  return result;
}

}  // namespace

Result<BenchResult> bench(std::span<const std::string> arguments, int threads, const EvaluatorFactory& make_evaluator,
                          const std::stop_token& stop) {
  int turns = kTurns;
  if (!arguments.empty()) {
    const auto number = parse_number(arguments.front());
    if (!number || *number < 1 || *number > kMaxTurns || arguments.size() > 1) {
      return Error{fmt::format("expected one number of turns from 1 to {}, not {}", kMaxTurns,
                               lanternfish::quoted(fmt::to_string(fmt::join(arguments, " "))))};
    }
    turns = static_cast<int>(*number);
  }
  const auto started = SteadyClock::now();
  BenchResult timed = TRY(play_bench(turns, threads, make_evaluator, stop));
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
