#include <algorithm>
#include <atomic>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "rules/movegen.h"
#include "tools/arena/bots/bot_player.h"
#include "tools/arena/bots/bots.h"
#include "uci/engine_command.h"
#include "uci/engine_gate.h"
#include "uci/uci_process.h"

namespace lanternfish {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStopTimeout(2000);  // generous: many games may share the machine

class PerfectBot : public BotPlayer {
 public:
  explicit PerfectBot(ChessEngineSettings settings) : BotPlayer("perfect"), settings_(std::move(settings)) {}

  Status start_engine();

  bool sees_truth() const override { return true; }
  void show_truth(const Board& truth) override { truth_ = truth; }
  Decision<Square> sense(const DecisionLimits& limits) override {
    const std::vector<Square> allowed = allowed_senses(limits);
    return std::find(allowed.begin(), allowed.end(), kNoSquare) != allowed.end() ? kNoSquare : allowed.front();
  }
  Decision<Move> move(const DecisionLimits& limits) override;

 private:
  // Whether the board shown may be that of this turn: a host may have stopped showing it.
  bool sees_this_turn() const {
    return truth_ && truth_->turn() == own().me() && truth_->pieces(own().me()) == own().occupied();
  }
  // The chess engine's move for a question; the engine is started when none is up. None when it fails.
  std::optional<Move> ask(const EngineQuestion& question, const DecisionLimits& limits);
  SearchLimits search_limits(const DecisionLimits& limits) const;

  ChessEngineSettings settings_;
  std::optional<Board> truth_;  // as shown last
  std::unique_ptr<UciProcess> engine_;
};

Decision<Move> PerfectBot::move(const DecisionLimits& limits) {
  const std::vector<Move> allowed = allowed_requests(limits);
  if (!sees_this_turn()) {
    return any(allowed);
  }
  std::optional<Move> king_capture;
  const Square king = truth_->king(~truth_->turn());
  const auto is_allowed = [&](Move m) { return std::find(allowed.begin(), allowed.end(), m) != allowed.end(); };
  for_each_taken_move(mover_view(*truth_), truth_->turn(), [&](PieceType, Move move, Square captured) {
    if (captured == king && is_allowed(move)) {
      king_capture = move;
    }
  });
  if (king_capture) {
    return *king_capture;
  }
  std::optional<EngineQuestion> question = engine_question(*truth_);
  if (question) {
    std::copy_if(question->legal.begin(), question->legal.end(), std::back_inserter(question->only), is_allowed);
  }
  if (!question || question->only.empty()) {
    return any(allowed);  // mated, or on a board that no chess engine may see
  }
  const std::optional<Move> move = ask(*question, limits);
  return move ? *move : any(question->only);
}

Status PerfectBot::start_engine() {
  constexpr int kHashMb = 16;
  const std::vector<std::string>& wanted = settings_.command;
  const std::string name = wanted.empty() ? "stockfish" : wanted.front();
  std::vector<std::string> argv = wanted.empty() ? std::vector{name} : wanted;
  argv.front() = find_engine_program(name).value_or(name);
  Result<std::unique_ptr<UciProcess>> launched = UciProcess::launch(argv, {.stop = kStopTimeout});
  if (!launched) {
    return Error{launched.error()};
  }
  const std::atomic<bool> cancelled = false;
  if (const Status ready = (*launched)->handshake(kHashMb, cancelled); !ready) {
    return Error{fmt::format("'{}' is no chess engine: {}", name, ready.error())};
  }
  engine_ = std::move(launched).value();
  return success();
}

SearchLimits PerfectBot::search_limits(const DecisionLimits& limits) const {
  constexpr std::int64_t kClockShare = 40;  // of the time left, one part in this for a move
  SearchLimits search{.depth = 0, .all_moves = false};
  if (limits.nodes) {
    search.nodes = *limits.nodes;
  } else {
    const std::int64_t ms = limits.movetime.value_or(settings_.movetime_ms);
    search.time = milliseconds(
        limits.clock ? std::clamp<std::int64_t>(limits.clock->count() / kClockShare, 1, std::max<std::int64_t>(ms, 1))
                     : ms);
  }
  return search;
}

std::optional<Move> PerfectBot::ask(const EngineQuestion& question, const DecisionLimits& limits) {
  if (!engine_ && !start_engine().ok()) {
    return std::nullopt;
  }
  Move chosen;
  engine_->ask(question, search_limits(limits));
  if (engine_->await_choice([&] { return limits.stop.stop_requested(); }, chosen) == UciProcess::Outcome::kAnswered) {
    return chosen;
  }
  engine_.reset();  // a fresh one the next time
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<Player>> make_perfect_bot(const ChessEngineSettings& settings) {
  auto player = std::make_unique<PerfectBot>(settings);
  if (const Status started = player->start_engine(); !started) {
    return Error{started.error()};
  }
  return std::unique_ptr<Player>(std::move(player));
}

}  // namespace lanternfish
