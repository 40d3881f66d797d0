#include "belief/set/hypothesis.h"

namespace lanternfish {

Hypothesis pack(const Board& board, Color me) {
  Hypothesis h;
  for (int t = 0; t < kPieceTypes; ++t) {
    const auto type = static_cast<PieceType>(t);
    h.toggle(board.pieces(~me, type), type);
  }
  h.castling = board.castling() & castling_of(~me);
  h.ep_square = board.usable_ep_square();
  return h;
}

Board unpack(const Hypothesis& h, const OwnSide& own) {
  Board board = own.pieces();
  for (int t = 0; t < kPieceTypes; ++t) {
    const auto type = static_cast<PieceType>(t);
    for (Bitboard b = h.of_type(type); b != 0;) {
      board.put(pop_lowest(b), {type, ~own.me()});
    }
  }
  board.set_castling(board.castling() | h.castling);
  board.set_ep_square(h.ep_square);
  return board;
}

}  // namespace lanternfish
