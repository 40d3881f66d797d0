#include "nets/board_planes.h"

#include "nets/move_code.h"

namespace lanternfish {

PlaneList board_planes(const Board& board) {
  const Color us = board.turn();
  PlaneList list;
  std::uint16_t index = 0;
  const auto add = [&](Bitboard squares) {
    if (squares != 0) {
      list.push_back({.squares = squares, .index = index});
    }
    ++index;
  };
  for (const Color side : {us, ~us}) {
    for (int t = 0; t < kPieceTypes; ++t) {
      add(oriented(board.pieces(side, static_cast<PieceType>(t)), us));
    }
  }
  for (const Color side : {us, ~us}) {
    add((board.castling() & kKingside[side]) != 0 ? ~Bitboard{0} : 0);
    add((board.castling() & kQueenside[side]) != 0 ? ~Bitboard{0} : 0);
  }
  const Square ep = board.usable_ep_square();
  add(ep == kNoSquare ? 0 : oriented(bit(ep), us));
  return list;
}

}  // namespace lanternfish
