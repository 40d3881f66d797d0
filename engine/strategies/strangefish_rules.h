#pragma once

// Senses and requests as the StrangeFish family chooses them: pure functions of scores.

#include "engine/sense_choice.h"

namespace lanternfish {

// Windows that are so close are equally good; centipawns.
inline constexpr double kRoundOff = 1e-5;

// StrangeFish (2019). A window is worth, in centipawns: how much the values of all requests change, in absolute
// numbers, when the result is known, on average over requests and results; plus the expected number of boards ruled
// out, of `boards`, divided by `boards_per_centipawn`.
struct ImpactWeights {
  OutcomeWeights outcome = {0.9, 0.1, 0};
  double boards_per_centipawn = 25;
};
std::vector<SenseValue> rank_by_impact(const ScoreTable& table, std::span<const WindowSplit> splits, double boards,
                                       const ImpactWeights& weights);

// StrangeFish (2019), where the opponent's king stands to be taken on every board. A window is worth minus the number
// of squares that he may stand on after its result, on average over results.
std::vector<SenseValue> rank_by_king_squares(const ScoreTable& table, std::span<const WindowSplit> splits);

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

// `requests` without the promotions that are not to a queen; all of them where nothing else is left.
std::vector<Move> promoting_to_queens(const std::vector<Move>& requests);

// Drops requests that no board of the table takes as requested; none where that is true of all.
void drop_impossible(std::vector<RequestValue>& ranked);

// StrangeFish (2019). Adds to each request, in centipawns, the expected number of boards that its result rules out, of
// `boards`, divided by `boards_per_centipawn`; best first.
void add_reduction(std::vector<RequestValue>& ranked, const ScoreTable& table, double boards,
                   double boards_per_centipawn);

}  // namespace lanternfish
