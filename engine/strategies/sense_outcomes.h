#pragma once

// Senses chosen by what they do to the move decision, as the StrangeFish family does it: pure functions of scores.

#include "engine/sense_choice.h"

namespace lanternfish {

// StrangeFish (2019). A window is worth, in centipawns: how much the values of all requests change, in absolute
// numbers, when the result is known, on average over requests and results; plus the expected number of boards ruled
// out, of `boards`, divided by `boards_per_centipawn`.
struct ImpactWeights {
  OutcomeWeights outcome = {0.9, 0.1, 0};
  double boards_per_centipawn = 25;
};
std::vector<SenseValue> rank_by_impact(const ScoreTable& table, std::span<const WindowSplit> splits, double boards,
                                       const ImpactWeights& weights);

// StrangeFish2 (2022). After each result one of the requests within `margin` of the best is made at random. A window is
// worth, in centipawns, with the weights below: the expected outcome, the worst one, the standard deviation of
// outcomes, the standard deviation of the requests' values between results; plus the expected number of boards ruled
// out, of `boards`, divided by `boards_per_centipawn`. Windows that never tell more than another are left out.
struct ProspectWeights {
  OutcomeWeights outcome = {0.7, 0.3, 0};
  double margin = 10;
  double expected = 1.0, worst = 0.2, outcome_deviation = -0.3, value_deviation = 0.15;
  double boards_per_centipawn = 50;
};
std::vector<SenseValue> rank_by_prospects(const ScoreTable& table, std::span<const WindowSplit> splits, double boards,
                                          const ProspectWeights& weights);

}  // namespace lanternfish
