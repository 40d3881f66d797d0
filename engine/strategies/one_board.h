#pragma once

// What players without a belief go by: a single board on which everything seen is pasted, right or wrong.

#include "engine/strategy_player.h"

namespace lanternfish {

class OneBoard {
 public:
  OneBoard(const Board& start, Color me) : me_(me), board_(start) {}

  // Which pieces seen somewhere are taken off the square they were thought on.
  enum class Unique { kKing, kKingQueenBishops };

  // Takes an event in; `own` is my side after it.
  void observe(const Observation& event, const OwnSide& own, Unique unique);
  // Puts an opponent's king that was sensed away on the free square nearest to `from` outside `seen`.
  void replace_king(Square from, Bitboard seen);

  Color me() const { return me_; }
  const Board& board() const { return board_; }
  Square enemy_king() const { return board_.king(~me_); }

  // Takes the king if the board shows a way, else the chess engine's move within the time it gets, else the pass where
  // that is allowed. Neither depends on boards that cannot be.
  Move best_move(Situation& situation, std::span<const Move> allowed) const;

 private:
  void take_off(Square square);
  void take_off_elsewhere(Piece piece, Square square, Unique unique);
  void paste(const Window& window, Unique unique);
  void put_own_pieces(const OwnSide& own);

  Color me_;
  Board board_;
};

}  // namespace lanternfish
