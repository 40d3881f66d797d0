#pragma once

// The requests that a player may make, and the taken moves that can come of them.
//
// `requests` looks at one side only; `for_each_taken_move` needs the whole position. It is a template because the
// belief runs it on every hypothesis: the compiler must be able to inline `sink`.

#include <vector>

#include "rules/attacks.h"
#include "rules/board.h"

namespace lanternfish {

// All requests that `side` may make: the pseudo-legal moves on the board without the opponent's pieces, every pawn
// diagonal onto a square without an own piece, and last the pass. The list depends on the pieces and rights of `side`
// alone: boards that agree on them give the same list in the same order. Promotions are listed with their piece.
std::vector<Move> requests(const Board& board, Color side);

// The moving side's view of a position, all that move generation needs.
struct MoverView {
  std::array<Bitboard, kPieceTypes> movers{};  // by PieceType
  Bitboard own = 0;
  Bitboard enemy = 0;
  CastlingRights castling = kNoCastling;
  Square ep_square = kNoSquare;  // usable or not
};

MoverView mover_view(const Board& board);

// The squares that must be empty for `side` to castle: all between king and rook.
constexpr Bitboard castling_path(Color side, bool kingside) {
  const Bitboard path = kingside ? 0x60 : 0x0e;
  return side == kWhite ? path : path << 56;
}

// Whether a move of a piece of `type` is castling: nothing else takes a king two files. The move is the king's.
constexpr bool is_castling(PieceType type, Move move) {
  const int files = file_of(move.to) - file_of(move.from);
  return type == kKing && (files == 2 || files == -2);
}
// The rook's part of the castling move `king`.
constexpr Move rook_hop(Move king) {
  const bool kingside = king.to > king.from;
  return {static_cast<Square>(king.from + (kingside ? 3 : -4)), static_cast<Square>(king.from + (kingside ? 1 : -1))};
}

// Calls sink(piece type, move, capture square) exactly once for every taken move of `side` but the null move. These are
// the pseudo-legal chess moves: check does not matter and kings may be captured. The capture square is kNoSquare when
// nothing is captured; for en passant it is the square of the captured pawn.
template <typename Sink>
inline void for_each_taken_move(const MoverView& view, Color side, Sink&& sink) {
  const Bitboard occupied = view.own | view.enemy;
  const Bitboard free = ~occupied;
  const auto capture_at = [&](Square to) { return contains(view.enemy, to) ? to : kNoSquare; };

  const auto pawn_move = [&](Square from, Square to, Square captured) {
    if (relative_rank(to, side) == 7) {
      for (const PieceType promotion : kPromotionTypes) {
        sink(kPawn, Move{from, to, promotion}, captured);
      }
    } else {
      sink(kPawn, Move{from, to}, captured);
    }
  };
  for (Bitboard pawns = view.movers[kPawn]; pawns != 0;) {
    const Square from = pop_lowest(pawns);
    for (Bitboard b = pawn_attacks(bit(from), side) & view.enemy; b != 0;) {
      const Square to = pop_lowest(b);
      pawn_move(from, to, to);
    }
    const Square one = forward(from, side);
    if (contains(free, one)) {
      pawn_move(from, one, kNoSquare);
      if (relative_rank(from, side) == 1) {
        const Square two = forward(one, side);
        if (contains(free, two)) {
          sink(kPawn, Move{from, two}, kNoSquare);
        }
      }
    }
  }
  if (view.ep_square != kNoSquare) {
    for (Bitboard b = pawn_attacks(bit(view.ep_square), ~side) & view.movers[kPawn]; b != 0;) {
      sink(kPawn, Move{pop_lowest(b), view.ep_square}, forward(view.ep_square, ~side));
    }
  }
  for (int t = kKnight; t <= kKing; ++t) {
    const auto type = static_cast<PieceType>(t);
    for (Bitboard b = view.movers[t]; b != 0;) {
      const Square from = pop_lowest(b);
      for (Bitboard targets = piece_attacks(type, from, occupied) & ~view.own; targets != 0;) {
        const Square to = pop_lowest(targets);
        sink(type, Move{from, to}, capture_at(to));
      }
    }
  }
  const Square king = relative_square(4, side);
  if ((view.castling & kKingside[side]) && (castling_path(side, true) & occupied) == 0) {
    sink(kKing, Move{king, static_cast<Square>(king + 2)}, kNoSquare);
  }
  if ((view.castling & kQueenside[side]) && (castling_path(side, false) & occupied) == 0) {
    sink(kKing, Move{king, static_cast<Square>(king - 2)}, kNoSquare);
  }
}

}  // namespace lanternfish
