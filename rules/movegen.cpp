#include "rules/movegen.h"

namespace lanternfish {

MoverView mover_view(const Board& board) {
  const Color side = board.turn();
  MoverView view;
  for (int t = 0; t < kPieceTypes; ++t) {
    view.movers[t] = board.pieces(side, static_cast<PieceType>(t));
  }
  view.own = board.pieces(side);
  view.enemy = board.pieces(~side);
  view.castling = board.castling();
  view.ep_square = board.ep_square();
  return view;
}

std::vector<Move> requests(const Board& board, Color side) {
  MoverView view;
  for (int t = 0; t < kPieceTypes; ++t) {
    view.movers[t] = board.pieces(side, static_cast<PieceType>(t));
  }
  view.own = board.pieces(side);
  view.castling = board.castling();

  std::vector<Move> list;
  list.reserve(64);  // more than most positions have
  for_each_taken_move(view, side, [&](PieceType, Move move, Square) { list.push_back(move); });
  for (Bitboard pawns = view.movers[kPawn]; pawns != 0;) {
    const Square from = pop_lowest(pawns);
    for (Bitboard b = pawn_attacks(bit(from), side) & ~view.own; b != 0;) {
      const Square to = pop_lowest(b);
      if (relative_rank(to, side) == 7) {
        for (const PieceType promotion : kPromotionTypes) {
          list.push_back({from, to, promotion});
        }
      } else {
        list.push_back({from, to});
      }
    }
  }
  list.push_back(kNullMove);
  return list;
}

}  // namespace lanternfish
