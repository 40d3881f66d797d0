#pragma once

// Savelyev's input: the likeliest boards that one side holds possible, board by board, now and one own turn ago
// (Savelyev 2020, section 4; the order of the planes is ours). Of each of the two steps:
//
//   13 i + 0-5   board i: pieces of the side that acts, P N B R Q K
//   13 i + 6-11  board i: pieces of the other side
//   13 i + 12    everywhere: the probability of board i
//   416          everywhere, if the side that acts is White
//   417          everywhere: the number of the turn, in hundreds
//   418-421      everywhere: the share of the boards, by probability, with the right to castle of the own side kingside
//                and queenside, then of the other side
//   422          everywhere: the mean of the boards' halfmove clocks, in hundreds of plies
//
// The step of one own turn ago comes first; its planes are empty on the first turn. The paper has 100 boards and eight
// steps, and planes 416 to 422 once.

#include <span>

#include "nets/planes.h"
#include "rules/board.h"

namespace lanternfish {

constexpr int kStackBoards = 32;
constexpr int kPlanesPerBoard = 13;
constexpr int kStepPlanes = kStackBoards * kPlanesPerBoard + 7;
constexpr int kStackSteps = 2;
constexpr int kStackPlanes = kStackSteps * kStepPlanes;
// Changes when the meaning of any plane does: weights trained for other planes are refused.
constexpr const char* kStackVersion = "stack-32x2/1";

struct LikelyBoard {
  Board board;
  float probability = 0;  // above 0
};

// The planes of one step. `boards`, at least one, the likeliest first: those behind the first kStackBoards are ignored.
// All have the same side to move, which is the side that acts, and the same number of the turn.
PlaneList stack_step(std::span<const LikelyBoard> boards);

// The input: `before` is the side's step for the request of the own turn before, empty on the first turn.
PlaneList board_stack(const PlaneList& before, const PlaneList& now);

}  // namespace lanternfish
