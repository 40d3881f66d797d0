#pragma once

// The ladder of sight: a player that sees windows only, against a chess engine that sees the true board, with ever more
// nodes a move. What it comes to is one number: with how many nodes the engine is as strong as the player.

#include <cstdint>
#include <optional>
#include <vector>

#include "tools/arena/statistics/elo.h"

namespace lanternfish {

struct Rung {
  std::int64_t nodes = 1;  // of the chess engine, for each of its moves
  Wdl games;               // from the view of the player who is measured
};

// Where a ladder crosses one half.
struct Crossing {
  enum class Place : std::uint8_t { kBelow, kWithin, kAbove };  // of the ladder's rungs
  Place place = Place::kWithin;
  double nodes = 0;  // the lowest rung with kBelow, the highest with kAbove
};

struct LadderResult {
  Crossing half;       // of the scores
  Crossing low, high;  // of the lower and upper ends of their 95 % intervals
};

// `rungs`: in ascending order of nodes; those without games do not count. None where no rung has games. The scores are
// first made to fall from rung to rung: neighbours that do not are pooled, weighted by their games (isotonic
// regression; Ayer et al. 1955). Then they are interpolated over the logarithm of the nodes.
std::optional<LadderResult> climb(const std::vector<Rung>& rungs);

}  // namespace lanternfish
