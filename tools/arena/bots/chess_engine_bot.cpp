#include "tools/arena/bots/chess_engine_bot.h"

#include <algorithm>
#include <atomic>
#include <iterator>

#include <fmt/format.h>

#include "rules/movegen.h"
#include "uci/engine_command.h"

namespace lanternfish {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStopTimeout(2000);  // generous: many games may share the machine

}  // namespace

Move ChessEngineBot::best_move(const std::optional<Board>& board, const std::vector<Move>& allowed,
                               const DecisionLimits& limits) {
  if (!board) {
    return any(allowed);
  }
  std::optional<Move> king_capture;
  const Square king = board->king(~board->turn());
  const auto is_allowed = [&](Move m) { return std::find(allowed.begin(), allowed.end(), m) != allowed.end(); };
  for_each_taken_move(mover_view(*board), board->turn(), [&](PieceType, Move move, Square captured) {
    if (king != kNoSquare && captured == king && is_allowed(move)) {
      king_capture = move;
    }
  });
  if (king_capture) {
    return *king_capture;
  }
  std::optional<EngineQuestion> question = engine_question(*board);
  if (question) {
    std::copy_if(question->legal.begin(), question->legal.end(), std::back_inserter(question->only), is_allowed);
  }
  if (!question || question->only.empty()) {
    return any(allowed);  // mated, or on a board that no chess engine may see
  }
  return ask(*question, limits).value_or(any(question->only));
}

Status ChessEngineBot::start_engine() {
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

SearchLimits ChessEngineBot::search_limits(const DecisionLimits& limits) const {
  constexpr std::int64_t kClockShare = 40;  // of the time left, one part in this for a move
  SearchLimits search{.depth = 0, .all_moves = false};
  if (limits.clock.nodes) {
    search.nodes = *limits.clock.nodes;
  } else {
    const std::int64_t ms = limits.clock.move_time.value_or(settings_.movetime_ms);
    search.time = milliseconds(
        limits.clock.time ? std::clamp<std::int64_t>(*limits.clock.time / kClockShare, 1, std::max<std::int64_t>(ms, 1))
                          : ms);
  }
  return search;
}

std::optional<Move> ChessEngineBot::ask(const EngineQuestion& question, const DecisionLimits& limits) {
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

}  // namespace lanternfish
