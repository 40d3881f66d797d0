#pragma once

// What a position is worth without looking ahead: material, where the pieces stand, how far they reach, how safe the
// kings are. In centipawns, for the side to move. Written for speed: about 0.2 microseconds.

#include <array>

#include "rules/board.h"

namespace lanternfish {

// By piece type, centipawns, in the middle game. The king's value only orders captures.
inline constexpr std::array<int, kPieceTypes + 1> kPieceValues = {100, 320, 330, 490, 950, 10'000, 0};

// Both kings must stand.
int position_value(const Board& board);

// Pawns of `side` that no enemy pawn can stop or capture on their way.
Bitboard passed_pawns(const Board& board, Color side);

}  // namespace lanternfish
