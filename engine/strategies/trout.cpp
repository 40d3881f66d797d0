// `trout`: keeps one board, pastes on it what it senses, and plays the chess engine's move on it.

#include <algorithm>

#include "engine/strategies/one_board_move.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

class TroutPlayer : public StrategyPlayer {
 public:
  TroutPlayer(const Board& start, Color me) : board_(start, me) {}

  void observe(const Observation& event, const OwnSide& /*before*/, const OwnSide& after) override {
    if (const auto* opponent = std::get_if<OpponentMoved>(&event)) {
      lost_on_ = opponent->captured;
    }
    board_.observe(event, after, OneBoard::Unique::kKing);
  }

  Square choose_sense(Situation& s, std::span<const Square> allowed) override {
    const auto is_allowed = [&](Square q) { return std::find(allowed.begin(), allowed.end(), q) != allowed.end(); };
    if (lost_on_ != kNoSquare && is_allowed(lost_on_)) {
      return lost_on_;
    }
    const Board& board = board_.board();
    const Move intended = best_move(board_, s, requests(board, s.me()));
    if (!intended.is_null() && contains(board.pieces(~s.me()), intended.to) && is_allowed(intended.to)) {
      return intended.to;
    }
    std::vector<Square> rest;
    for (const Square q : allowed) {
      if (q == kNoSquare || !contains(board.pieces(s.me()), q)) {
        rest.push_back(q);
      }
    }
    return rest.empty() ? allowed[s.random.below(allowed.size())] : rest[s.random.below(rest.size())];
  }

  Move choose_move(Situation& s, std::span<const Move> allowed) override { return best_move(board_, s, allowed); }

 private:
  OneBoard board_;
  Square lost_on_ = kNoSquare;
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_trout_player(const NewGame& game) {
  return std::make_unique<TroutPlayer>(game.board, game.me);
}

}  // namespace lanternfish
