#pragma once

// What a player may do, as numbers that a network's policy can have one output for.
//
// A move code is 64 * plane + square of origin. Planes 0-55: direction (N NE E SE S SW W NW) * 7 + distance - 1, queen
// promotions and castling included. Planes 56-63: knight jumps, clockwise from NNE. Planes 64-72: promotion to knight,
// bishop, rook, three planes each: towards the a-file, straight, towards the h-file. The pass comes last. AlphaZero
// (Silver et al. 2018, table S2) has the same 73 planes; the order of the planes is ours.
//
// Squares of codes and planes are oriented: for Black the ranks are mirrored and the files are not, so that the own
// side is always south.

#include <cstdint>
#include <optional>

#include "rules/bitboard.h"
#include "rules/types.h"

namespace lanternfish {

using ActionCode = std::uint16_t;

constexpr int kMovePlanes = 73;
constexpr ActionCode kPassCode = 64 * kMovePlanes;     // 4,672
constexpr ActionCode kFirstSenseCode = kPassCode + 1;  // 4,673 + oriented square
constexpr ActionCode kActionCodes = kFirstSenseCode + 64;

// The set of squares as `side` sees it; the same call turns it back.
constexpr Bitboard oriented(Bitboard b, Color side) { return side == kWhite ? b : __builtin_bswap64(b); }

// The code of a request or taken move of `side`, the null move being the pass. A pawn's move onto the last rank without
// a piece has the code of the queen's promotion. The move must be a queen's, a knight's or a promotion's in shape.
ActionCode move_code(Move move, Color side);

// The inverse. `own_pawns` (not oriented) tells which moves onto the last rank are promotions. Nothing for codes of
// moves that leave the board, and for codes that are no move codes.
std::optional<Move> move_of_code(ActionCode code, Color side, Bitboard own_pawns);

// The code of a sense; `center` is a square of the board.
constexpr ActionCode sense_code(Square center, Color side) {
  return static_cast<ActionCode>(kFirstSenseCode + relative_square(center, side));
}
constexpr Square sense_of_code(ActionCode code, Color side) {
  return relative_square(static_cast<Square>(code - kFirstSenseCode), side);
}

}  // namespace lanternfish
