#pragma once

// What one player's windows and moves showed, square by square, and how long ago: what is remembered while nothing
// newer is known.

#include <array>

#include "rules/observation.h"

namespace lanternfish {

class Sightings {
 public:
  struct Sight {
    Piece piece;   // none: empty, or a piece of the player's own
    int turn = 0;  // of the player, from 1; 0: never seen
  };

  // The player's events in their order.
  void observe(const Observation& event);
  // Own turns begun.
  int turn() const { return turn_; }
  const Sight& at(Square square) const { return seen_[square]; }

 private:
  std::array<Sight, 64> seen_;
  int turn_ = 0;
};

}  // namespace lanternfish
