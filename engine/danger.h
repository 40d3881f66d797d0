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

// Of the side to move. Its king must stand. kEvaded is a matter of the board before and never returned.
Danger danger_of(const Board& board);

}  // namespace lanternfish
