#pragma once

// The ladder of sight: a player that sees windows only, against a chess engine that sees the true board, with ever more
// nodes a move. What it comes to is one number: with how many nodes the engine is as strong as the player.

#include <cstdint>
#include <optional>
#include <string_view>
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

// A rating on a scale that is always the same: that of players whose ratings are known, so that a bot of any strength
// gets a number from its own games alone.
struct KnownRung {
  std::string_view name;
  double elo;
};

// The rungs of the whole ladder, from the weakest; random is 0 Elo. Ratings are those of docs/research/rungs.md.
const std::vector<KnownRung>& known_rungs();

struct KnownOpponent {
  double elo = 0;
  Wdl games;  // from the view of the player who is measured
};

struct KnownRating {
  // Infinite where everything was won or lost.
  double elo = 0;
  // The 95 % interval of the likelihood ratio: all ratings whose log-likelihood is within 1.92 of the greatest. Where
  // the scores differ from rung to rung more than chance explains it is made wider: the log-likelihood is divided by
  // Pearson's chi-squared over its degrees of freedom, if that is above 1.
  double low = 0, high = 0;
};

// None without games. A draw counts as half a win and half a loss.
std::optional<KnownRating> rate_among_known(const std::vector<KnownOpponent>& opponents);

}  // namespace lanternfish
