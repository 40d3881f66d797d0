// `naive`: NaiveBot of the complexity paper. Keeps one board, senses what it has not seen for longest, and plays the
// chess engine's move on that board.

#include <algorithm>

#include "engine/strategies/one_board_move.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

class NaivePlayer : public StrategyPlayer {
 public:
  NaivePlayer(const Board& start, Color me) : board_(start, me) {}

  void observe(const Observation& event, const OwnSide& /*before*/, const OwnSide& after) override {
    const Square king = board_.enemy_king();
    board_.observe(event, after, OneBoard::Unique::kKingQueenBishops);
    Bitboard seen = 0;
    if (const auto* sensed = std::get_if<Sensed>(&event)) {
      for (const Square square : window_squares(sensed->window.center)) {
        seen |= bit(square);
      }
      for (int& turns : unseen_for_) {
        ++turns;
      }
      for (Bitboard b = seen; b != 0;) {
        unseen_for_[pop_lowest(b)] = 0;
      }
    }
    if (king != kNoSquare && board_.enemy_king() == kNoSquare) {
      board_.replace_king(king, seen);
    }
  }

  Square choose_sense(Situation& s, std::span<const Square> allowed) override {
    std::vector<Square> oldest;
    int longest = -1;
    for (const Square center : allowed) {
      const int age = center != kNoSquare && contains(kInnerSquares, center) ? age_of(center, s.belief.own()) : -1;
      if (age > longest) {
        oldest.clear();
        longest = age;
      }
      if (age == longest) {
        oldest.push_back(center);
      }
    }
    return oldest[s.random.below(oldest.size())];
  }

  Move choose_move(Situation& s, std::span<const Move> allowed) override { return best_move(board_, s, allowed); }

 private:
  // The turns since each square of the window was seen, added up; squares of my own pieces are always in view.
  int age_of(Square center, const OwnSide& own) const {
    int age = 0;
    for (Bitboard b = window_bb(center) & ~own.occupied(); b != 0;) {
      age += unseen_for_[pop_lowest(b)];
    }
    return age;
  }

  OneBoard board_;
  std::array<int, 64> unseen_for_{};
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_naive_player(const NewGame& game) {
  return std::make_unique<NaivePlayer>(game.board, game.me);
}

}  // namespace lanternfish
