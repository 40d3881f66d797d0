#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "game/one_board.h"
#include "rules/attacks.h"
#include "rules/board.h"
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

// Asks a chess engine about one board. Captures the king where that board shows one, else plays the engine's move, else
// anything it may.
class ChessEngineBot : public BotPlayer {
 public:
  ChessEngineBot(std::string name, ChessEngineSettings settings)
      : BotPlayer(std::move(name)), settings_(std::move(settings)) {}

  Status start_engine();

 protected:
  // One of `allowed`, on a board with my pieces where they are and me to move. Without a board: anything.
  Move best_move(const std::optional<Board>& board, const std::vector<Move>& allowed, const DecisionLimits& limits);

 private:
  // The chess engine's move for a question; the engine is started when none is up. None when it fails.
  std::optional<Move> ask(const EngineQuestion& question, const DecisionLimits& limits);
  SearchLimits search_limits(const DecisionLimits& limits) const;

  ChessEngineSettings settings_;
  std::unique_ptr<UciProcess> engine_;
};

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
  std::unique_ptr<UciProcess> launched = TRY(UciProcess::launch(argv, {.stop = kStopTimeout}));
  const std::atomic<bool> cancelled = false;
  if (const Status ready = launched->handshake(kHashMb, cancelled); !ready) {
    return Error{fmt::format("'{}' is no chess engine: {}", name, ready.error())};
  }
  engine_ = std::move(launched);
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

class OneBoardBot : public ChessEngineBot {
 public:
  OneBoardBot(ChessEngineSettings settings, int random_percent)
      : ChessEngineBot("one-board", std::move(settings)), random_percent_(random_percent) {}

  std::optional<Fault> begin(const GameStart& start) override {
    board_.emplace(start.rules.start, start.me);
    unseen_for_.fill(0);
    return ChessEngineBot::begin(start);
  }
  std::optional<Fault> notice(const OpponentMoved& notice) override {
    const std::optional<Fault> fault = ChessEngineBot::notice(notice);
    take_in(notice, 0);
    return fault;
  }
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override {
    const std::optional<Fault> fault = ChessEngineBot::sense_result(sensed);
    const Square center = sensed.window.center;
    const Bitboard seen = center == kNoSquare ? 0 : window_bb(center);
    for (Square square = 0; square < 64; ++square) {
      int& turns = unseen_for_.at(square);
      turns = contains(seen, square) ? 0 : turns + 1;
    }
    take_in(sensed, seen);
    return fault;
  }
  Decision<Move> move(const DecisionLimits& limits) override {
    const std::vector<Move> allowed = allowed_requests(limits);
    return chance(random_percent_) ? any(allowed) : best_move(board_->board(), allowed, limits);
  }
  std::optional<Fault> move_result(const Moved& moved) override {
    const std::optional<Fault> fault = ChessEngineBot::move_result(moved);
    take_in(moved, 0);
    return fault;
  }

 private:
  // A king that is shown not to be where it was thought is on the nearest free square that was not looked at.
  void take_in(const Observation& event, Bitboard seen) {
    const Square king = board_->enemy_king();
    board_->observe(event, own(), OneBoard::Unique::kKing);
    if (king != kNoSquare && board_->enemy_king() == kNoSquare) {
      board_->replace_king(king, seen);
    }
  }

  int random_percent_;
  std::optional<OneBoard> board_;
  std::array<int, 64> unseen_for_{};  // own turns
};

Decision<Square> OneBoardBot::sense(const DecisionLimits& limits) {
  std::vector<Square> oldest;
  int longest = -1;
  for (const Square center : allowed_senses(limits)) {
    int age = -1;
    if (center != kNoSquare && contains(kInnerSquares, center)) {
      age = 0;
      for (Bitboard b = window_bb(center) & ~own().occupied(); b != 0;) {
        age += unseen_for_[pop_lowest(b)];
      }
    }
    if (age > longest) {
      oldest.clear();
      longest = age;
    }
    if (age == longest) {
      oldest.push_back(center);
    }
  }
  return any(oldest);
}

class PerfectBot : public ChessEngineBot {
 public:
  explicit PerfectBot(ChessEngineSettings settings) : ChessEngineBot("perfect", std::move(settings)) {}

  bool sees_truth() const override { return true; }
  void show_truth(const Board& truth) override { truth_ = truth; }
  Decision<Square> sense(const DecisionLimits& limits) override {
    const std::vector<Square> allowed = allowed_senses(limits);
    return std::find(allowed.begin(), allowed.end(), kNoSquare) != allowed.end() ? kNoSquare : allowed.front();
  }
  Decision<Move> move(const DecisionLimits& limits) override {
    return best_move(sees_this_turn() ? truth_ : std::nullopt, allowed_requests(limits), limits);
  }

 private:
  // Whether the board shown may be that of this turn: a host may have stopped showing it.
  bool sees_this_turn() const {
    return truth_ && truth_->turn() == own().me() && truth_->pieces(own().me()) == own().occupied();
  }

  std::optional<Board> truth_;  // as shown last
};

Result<std::unique_ptr<Player>> started(std::unique_ptr<ChessEngineBot> bot) {
  TRY(bot->start_engine());
  return std::unique_ptr<Player>(std::move(bot));
}

}  // namespace

Result<std::unique_ptr<Player>> make_one_board_bot(const ChessEngineSettings& settings, int random_percent) {
  return started(std::make_unique<OneBoardBot>(settings, random_percent));
}

Result<std::unique_ptr<Player>> make_perfect_bot(const ChessEngineSettings& settings) {
  return started(std::make_unique<PerfectBot>(settings));
}

}  // namespace lanternfish
