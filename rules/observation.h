#pragma once

// What one player learns, in the order of a turn: the notice of the opponent's move, the sense, the own move.

#include <array>
#include <variant>

#include "rules/types.h"

namespace lanternfish {

// A 3x3 window as White sees it: rows from the higher rank to the lower, files a to h, squares off the board left out.
struct Window {
  Square center = kNoSquare;
  std::array<Piece, 9> contents{};  // The first `rows * columns` are used; empty squares are pieces that do not exist.

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
  Square captured = kNoSquare;  // where one of my pieces was captured
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
