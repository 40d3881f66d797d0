#pragma once

// Sets of squares in 64 bits; bit i is square i.

#include <bit>

#include "rules/types.h"

namespace lanternfish {

using Bitboard = std::uint64_t;

constexpr Bitboard bit(Square s) { return Bitboard{1} << s; }
constexpr bool contains(Bitboard b, Square s) { return (b >> s) & 1; }
constexpr int count(Bitboard b) { return std::popcount(b); }

// The lowest square of a non-empty set.
constexpr Square lowest(Bitboard b) { return static_cast<Square>(std::countr_zero(b)); }
constexpr Square pop_lowest(Bitboard& b) {
  const Square s = lowest(b);
  b &= b - 1;
  return s;
}

constexpr Bitboard kFileA = 0x0101010101010101;
constexpr Bitboard kFileH = kFileA << 7;
constexpr Bitboard kRank1 = 0xff;
constexpr Bitboard rank_bb(int rank) { return kRank1 << (8 * rank); }
constexpr Bitboard file_bb(int file) { return kFileA << file; }

// One step towards the opponent's side, as seen by `side`.
constexpr Bitboard forward(Bitboard b, Color side) { return side == kWhite ? b << 8 : b >> 8; }
constexpr Square forward(Square s, Color side) { return static_cast<Square>(side == kWhite ? s + 8 : s - 8); }

// Squares attacked by pawns on `pawns`.
constexpr Bitboard pawn_attacks(Bitboard pawns, Color side) {
  const Bitboard west = pawns & ~kFileA;
  const Bitboard east = pawns & ~kFileH;
  return side == kWhite ? (west << 7) | (east << 9) : (west >> 9) | (east >> 7);
}

}  // namespace lanternfish
