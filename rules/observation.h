#pragma once

// What one player learns, in the order of a turn: the notice of the opponent's move, the result of the sense, and what
// became of the request.

#include <array>
#include <variant>

#include "rules/types.h"

namespace lanternfish {

// A 3x3 window as White sees it: rows from the higher rank to the lower, in each row files from a to h. Squares off the
// board are left out.
struct Window {
  Square center = kNoSquare;
  std::array<Piece, 9> contents{};  // the first rows * columns are used; an empty square is a piece that does not exist

  friend bool operator==(const Window&, const Window&) = default;
};

// The squares of a window in the order of its contents.
struct WindowSquares {
  std::array<Square, 9> squares{};
  int size = 0;
  int columns = 0;

  const Square* begin() const { return squares.data(); }
  const Square* end() const { return squares.data() + size; }
};
WindowSquares window_squares(Square center);

struct OpponentMoved {
  Square captured = kNoSquare;  // where a piece of this player was captured; kNoSquare: nowhere
  friend bool operator==(const OpponentMoved&, const OpponentMoved&) = default;
};

struct Sensed {
  Window window;  // center == kNoSquare: no sense
  friend bool operator==(const Sensed&, const Sensed&) = default;
};

struct Moved {
  Move requested;
  Move taken;
  Square captured = kNoSquare;
  friend bool operator==(const Moved&, const Moved&) = default;
};

using Observation = std::variant<OpponentMoved, Sensed, Moved>;

}  // namespace lanternfish
