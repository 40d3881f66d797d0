#pragma once

// A rating on a scale that is always the same: that of players whose ratings are known, so that a bot of any strength
// gets a number from its own games alone.

#include <optional>
#include <string_view>
#include <vector>

#include "tools/arena/statistics/elo.h"

namespace lanternfish {

struct KnownRung {
  std::string_view name;
  double elo;
};

// The rungs of the whole ladder, from the weakest; random is 0 Elo. Ratings are those of docs/research/rungs.md.
const std::vector<KnownRung>& known_rungs();
// None where nobody of that name is known.
std::optional<double> known_elo(std::string_view name);

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
