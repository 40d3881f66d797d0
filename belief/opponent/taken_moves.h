#pragma once

// The taken moves of one board as sets of target squares: all that an expansion needs, found in a few hundred
// instructions.

#include <array>

#include "rules/movegen.h"

namespace lanternfish {

// The order of the moves, for lists with one entry for each: the null move; pawn moves `single`, `west` and `east`,
// each without promotions first, then each promotion four times in the order of kPromotionTypes; `twice`; `en_passant`;
// the pieces in turn, each its moves without a capture first, then its captures; castling kingside, queenside. Within a
// set lower squares come first. Moves of a set `single`, `west` or `east` are all captures, or none is.
struct TakenMoves {
  struct Piece {
    PieceType type;
    Square from;
    Bitboard attacks;
    Bitboard targets;  // attacks, without the mover's pieces
  };
  std::array<Piece, 64> pieces;  // other than pawns
  int piece_count = 0;
  // Pawn moves by target.
  Bitboard single = 0;
  Bitboard twice = 0;       // double steps
  Bitboard west = 0;        // captures towards file a
  Bitboard east = 0;        // captures towards file h
  Bitboard en_passant = 0;  // squares the capturing pawns leave
  bool kingside = false;
  bool queenside = false;
  int total = 1;  // their number

  TakenMoves(const MoverView& view, Color side) {
    const Bitboard occupied = view.own | view.enemy;
    const Bitboard free = ~occupied;
    const Bitboard third = side == kWhite ? rank_bb(2) : rank_bb(5);
    const Bitboard last = side == kWhite ? rank_bb(7) : rank_bb(0);
    const Bitboard ahead = forward(view.movers[kPawn], side);
    single = ahead & free;
    twice = forward(single & third, side) & free;
    west = (ahead & ~kFileA) >> 1 & view.enemy;
    east = (ahead & ~kFileH) << 1 & view.enemy;
    if (view.ep_square != kNoSquare) {
      en_passant = pawn_attacks(bit(view.ep_square), ~side) & view.movers[kPawn];
    }
    const auto with_promotions = [&](Bitboard b) { return count(b) + 3 * count(b & last); };
    total += with_promotions(single) + count(twice) + with_promotions(west) + with_promotions(east) + count(en_passant);
    const auto add = [&](PieceType type, auto attacks_of) {
      for (Bitboard b = view.movers[type]; b != 0;) {
        const Square from = pop_lowest(b);
        const Bitboard attacks = attacks_of(from);
        pieces[static_cast<std::size_t>(piece_count++)] = {type, from, attacks, attacks & ~view.own};
        total += count(attacks & ~view.own);
      }
    };
    add(kKnight, [](Square s) { return kKnightAttacks[s]; });
    add(kBishop, [&](Square s) { return bishop_attacks(s, occupied); });
    add(kRook, [&](Square s) { return rook_attacks(s, occupied); });
    add(kQueen, [&](Square s) { return queen_attacks(s, occupied); });
    add(kKing, [](Square s) { return kKingAttacks[s]; });
    kingside = (view.castling & kKingside[side]) != 0 && (castling_path(side, true) & occupied) == 0;
    queenside = (view.castling & kQueenside[side]) != 0 && (castling_path(side, false) & occupied) == 0;
    total += (kingside ? 1 : 0) + (queenside ? 1 : 0);
  }
};

}  // namespace lanternfish
