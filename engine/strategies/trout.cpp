// `trout`: keeps one board, pastes on it what it senses, and plays the chess engine's move on it.

#include <algorithm>

#include "engine/strategies/strategy.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr int kDepth = 7;                                   // plies
constexpr auto kThinking = std::chrono::milliseconds(500);  // the published bot's time for a move

class TroutPlayer : public StrategyPlayer {
 public:
  TroutPlayer(const Board& start, Color me) : me_(me), board_(start) {}

  bool needs_belief() const override { return false; }

  void observe(const Observation& event, const OwnSide& /*before*/, const OwnSide& after) override {
    if (const auto* opponent = std::get_if<OpponentMoved>(&event)) {
      lost_on_ = opponent->captured;
    } else if (const auto* sensed = std::get_if<Sensed>(&event)) {
      paste(sensed->window);
    } else if (const Square captured = std::get<Moved>(event).captured; captured != kNoSquare) {
      take_off(captured);
    }
    put_own_pieces(after);
  }

  Square choose_sense(Situation& s, std::span<const Square> allowed) override {
    const auto is_allowed = [&](Square q) { return std::find(allowed.begin(), allowed.end(), q) != allowed.end(); };
    if (lost_on_ != kNoSquare && is_allowed(lost_on_)) {
      return lost_on_;
    }
    const Move intended = best_move(s, requests(board_, me_));
    if (!intended.is_null() && contains(board_.pieces(~me_), intended.to) && is_allowed(intended.to)) {
      return intended.to;
    }
    std::vector<Square> rest;
    for (const Square q : allowed) {
      if (q == kNoSquare || !contains(board_.pieces(me_), q)) {
        rest.push_back(q);
      }
    }
    return rest.empty() ? allowed[s.random.below(allowed.size())] : rest[s.random.below(rest.size())];
  }

  Move choose_move(Situation& s, std::span<const Move> allowed) override { return best_move(s, allowed); }

 private:
  void take_off(Square square) {
    if (contains(board_.occupied(), square)) {
      board_.remove(square);
    }
  }

  // My pieces as they are; what the board wrongly has in their place goes.
  void put_own_pieces(const OwnSide& own) {
    for (Bitboard b = board_.pieces(me_); b != 0;) {
      board_.remove(pop_lowest(b));
    }
    for (Bitboard b = own.occupied(); b != 0;) {
      const Square square = pop_lowest(b);
      take_off(square);
      board_.put(square, own.pieces().piece_at(square));
    }
    const CastlingRights theirs = rights_with_pieces_at_home(board_, board_.castling() & castling_of(~me_));
    board_.set_castling(own.pieces().castling() | theirs);
  }

  void paste(const Window& window) {
    const WindowSquares squares = window_squares(window.center);
    for (int i = 0; i < squares.size; ++i) {
      const Piece piece = window.contents[i];
      take_off(squares.squares[i]);
      if (piece.exists() && piece.color != me_) {
        if (piece.type == kKing && board_.king(~me_) != kNoSquare) {
          board_.remove(board_.king(~me_));  // it is here now
        }
        board_.put(squares.squares[i], piece);
      }
    }
  }

  // Takes the king if the board shows a way, else the engine's move, else passes.
  Move best_move(Situation& s, std::span<const Move> allowed) {
    const auto is_allowed = [&](Move m) { return std::find(allowed.begin(), allowed.end(), m) != allowed.end(); };
    const Square king = board_.king(~me_);
    board_.set_turn(me_);
    board_.set_ep_square(kNoSquare);
    if (king != kNoSquare) {
      for (Bitboard b = attackers_of(board_, king, me_); b != 0;) {
        const Move capture = normalized_request(board_, {pop_lowest(b), king});
        if (is_allowed(capture)) {
          return capture;
        }
      }
    }
    Move best = is_allowed(kNullMove) ? kNullMove : allowed[0];
    if (king == kNoSquare || board_.king(me_) == kNoSquare || s.budget.at_once) {
      return best;
    }
    const bool timed = s.budget.deadline != Deadline::max();
    const Deadline deadline = timed ? std::min(s.budget.deadline, Clock::now() + kThinking) : s.budget.deadline;
    s.evaluator.score(std::span(&board_, 1), {kDepth}, deadline, s.stop, [&](std::size_t, const BoardScores& scores) {
      for (const MoveScore& move : scores.moves) {
        if (!move.taken.is_null() && is_allowed(move.taken)) {
          best = move.taken;
          return;
        }
      }
    });
    return best;
  }

  Color me_;
  Board board_;
  Square lost_on_ = kNoSquare;
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_trout_player(const Board& start, Color me) {
  return std::make_unique<TroutPlayer>(start, me);
}

}  // namespace lanternfish
