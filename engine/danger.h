#pragma once

// How much is at stake for the side to move on a board: which boards to score first.

#include "rules/board.h"

namespace lanternfish {

// The classes of StrangeFish2, more dangerous ones greater.
enum class Danger : std::uint8_t {
  kNone,
  kQueenAttacked,
  kMayStepIntoCheck,  // a move of the king or of a pinned piece would
  kInCheck,
  kInCheckAtDistance,  // by a piece that the king cannot reach
  kEvaded,             // the opponent has just left a check: the same attack may go on
};

// The danger for the side to move, whose king must stand. Never kEvaded, which depends on the board before.
Danger danger_of(const Board& board);

}  // namespace lanternfish
