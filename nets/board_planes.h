#pragma once

// The input of networks that look at one board with both sides' pieces, the side to move being south. Planes:
//
//   0-5     pieces of the side to move: P N B R Q K
//   6-11    pieces of the other side
//   12-15   everywhere, if there is a right to castle: own kingside, own queenside, the other's kingside and queenside
//   16      the square where en passant can be captured

#include "nets/planes.h"
#include "rules/board.h"

namespace lanternfish {

constexpr int kBoardPlanes = 17;
// Changes when the meaning of any plane does.
constexpr const char* kBoardPlanesVersion = "board-17/1";

PlaneList board_planes(const Board& board);

}  // namespace lanternfish
