// `random`: RandomBot25 of the complexity paper. Senses anywhere on the 36 inner squares, requests anything.

#include "engine/strategy_player.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

class RandomPlayer : public StrategyPlayer {
 public:
  Square choose_sense(Situation& s, std::span<const Square> allowed) override {
    std::vector<Square> inner;
    for (const Square square : allowed) {
      if (square != kNoSquare && contains(kInnerSquares, square)) {
        inner.push_back(square);
      }
    }
    return inner.empty() ? allowed[s.random.below(allowed.size())] : inner[s.random.below(inner.size())];
  }

  Move choose_move(Situation& s, std::span<const Move> allowed) override {
    std::vector<Move> moves;
    bool may_pass = false;
    for (const Move move : allowed) {
      if (move.is_null()) {
        may_pass = true;
      } else {
        moves.push_back(move);
      }
    }
    const bool pass = s.random.below(100) < static_cast<std::uint64_t>(s.config.random_pass_percent);
    return moves.empty() || (may_pass && pass) ? kNullMove : moves[s.random.below(moves.size())];
  }
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_random_player(const NewGame& /*game*/) { return std::make_unique<RandomPlayer>(); }

}  // namespace lanternfish
