#pragma once

// What players without a belief decide by: a single board on which they paste everything they see, right or wrong.

#include "game/own_side.h"
#include "rules/board.h"
#include "rules/observation.h"

namespace lanternfish {

class OneBoard {
 public:
  OneBoard(const Board& start, Color me) : me_(me), board_(start) {}

  // Which pieces there is one of, so that one seen on a square leaves the square it was believed on. A bishop is looked
  // for on squares of its own colour.
  enum class Unique { kKing, kKingQueenBishops };

  // Takes in an event; `own` is my side after it.
  void observe(const Observation& event, const OwnSide& own, Unique unique);
  // Puts the opponent's king, which a sense has shown not to stand on `from`, on the nearest free square outside
  // `seen`.
  void replace_king(Square from, Bitboard seen);

  Color me() const { return me_; }
  const Board& board() const { return board_; }
  Square enemy_king() const { return board_.king(~me_); }

 private:
  void take_off(Square square);
  void take_off_elsewhere(Piece piece, Square square, Unique unique);
  void paste(const Window& window, Unique unique);
  void put_own_pieces(const OwnSide& own);

  Color me_;
  Board board_;
};

}  // namespace lanternfish
