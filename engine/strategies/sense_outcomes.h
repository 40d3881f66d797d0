#pragma once

// Senses chosen by what they do to the move decision, as the StrangeFish family does it: pure functions of scores.

#include "engine/sense_choice.h"

namespace lanternfish {

// StrangeFish (2019): the weighted mean, over results, of how much the values of all requests change by learning the
// result, in absolute numbers; to that comes the expected number of boards ruled out, out of `boards`, over
// `boards_per_centipawn`. Centipawns.
struct ImpactWeights {
  OutcomeWeights outcome = {0.9, 0.1, 0};
  double boards_per_centipawn = 25;
};
std::vector<SenseValue> rank_by_impact(const ScoreTable& table, std::span<const WindowSplit> splits, double boards,
                                       const ImpactWeights& weights);

// StrangeFish2 (2022): after each result the requests within `margin` of the best are made at random; counted are the
// expected outcome, the worst one, the standard deviation of outcomes, and that of the requests' values between
// results; to that comes the expected number of boards ruled out. Windows that never tell more than another are left
// out. Centipawns.
struct ProspectWeights {
  OutcomeWeights outcome = {0.7, 0.3, 0};
  double margin = 10;
  double expected = 1.0, worst = 0.2, outcome_deviation = -0.3, value_deviation = 0.15;
  double boards_per_centipawn = 50;
};
std::vector<SenseValue> rank_by_prospects(const ScoreTable& table, std::span<const WindowSplit> splits, double boards,
                                          const ProspectWeights& weights);

}  // namespace lanternfish
