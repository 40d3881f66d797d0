#pragma once

// What a fitted model is worth on games it has not seen.

#include <map>
#include <string>

#include "tools/fit/mixture.h"

namespace lanternfish {

// Sums of bits of the moves made, and their number.
struct MoveBits {
  std::int64_t moves = 0;
  double uniform = 0;
  double usual = 0;    // the mixture as it is before the first move
  double adapted = 0;  // learning from the moves before, in the same game

  void add(const MoveBits& other);
};

class MoveReport {
 public:
  // Goes through the players for whom `use` holds.
  void add(const Decisions& decisions, const Mixture& mixture, const std::function<bool(const PlayerMoves&)>& use);

  // Total, and names with at least `min_moves`.
  std::string text(std::int64_t min_moves) const;

 private:
  void add_player(const Decisions& decisions, const Mixture& mixture, const PlayerMoves& player);

  MoveBits total_;
  std::map<std::string, MoveBits> by_name_;
};

}  // namespace lanternfish
