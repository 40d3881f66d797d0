#include <array>

#include "game/one_board.h"
#include "rules/attacks.h"
#include "tools/arena/bots/bots.h"
#include "tools/arena/bots/chess_engine_bot.h"

namespace lanternfish {

namespace {

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

}  // namespace

Result<std::unique_ptr<Player>> make_one_board_bot(const ChessEngineSettings& settings, int random_percent) {
  auto player = std::make_unique<OneBoardBot>(settings, random_percent);
  if (const Status started = player->start_engine(); !started) {
    return Error{started.error()};
  }
  return std::unique_ptr<Player>(std::move(player));
}

}  // namespace lanternfish
