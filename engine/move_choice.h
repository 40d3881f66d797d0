#pragma once

// Which request to make, by what it is worth on many boards: pure functions of scores.

#include <span>
#include <vector>

#include "engine/config.h"
#include "engine/score_table.h"
#include "rules/bitboard.h"

namespace lanternfish {

// What the weighted mean, the worst and the best outcome of a request count; shares of their sum.
struct OutcomeWeights {
  double mean = 1, min = 0, max = 0;
};
// By the options MeanWeight, MinWeight and MaxWeight.
OutcomeWeights outcome_weights(const Config& config);

// The three outcomes as one number, centipawns; the mean where all weights are 0.
double move_value(double mean, double min, double max, const OutcomeWeights& weights);

struct RequestValue {
  Move request;
  RequestSummary summary;
  double value = 0;  // centipawns, or the unit of the rule that gave it
};

// Best first; equal values keep their order.
void sort_by_value(std::vector<RequestValue>& ranked);

// All requests of the table by mean, worst and best outcome, best first, ties in the table's order.
std::vector<RequestValue> rank_requests(const ScoreTable& table, const OutcomeWeights& weights);

// Keeps a side that stands better from a draw by the move limit: `move_limit` plies without an irreversible move (0: no
// limit). Requests that would set the count back and keep an advantage gain value as `quiet_plies` comes near the
// limit, at most what the draw would cost: moves of the pawns on `pawns`, and captures by their probability.
void prefer_progress(std::vector<RequestValue>& ranked, int quiet_plies, int move_limit, Bitboard pawns);

// Keeps a side that stands better from going in circles: requests lose a little for each time that they are in `made`.
void avoid_repetition(std::vector<RequestValue>& ranked, std::span<const Move> made);

// How many of the first values are within `margin` of the best.
template <typename Value>
std::size_t near_best(const std::vector<Value>& ranked, double margin) {
  std::size_t near = 0;
  while (near < ranked.size() && ranked[near].value >= ranked[0].value - margin) {
    ++near;
  }
  return near;
}

// The requests of `ranked` that are worth a deeper search: the best, the next one, and those within `margin` centipawns
// of the best, at most `limit`. Requests of equal value count as one: they mostly come to the same moves.
std::vector<Move> contenders(const std::vector<RequestValue>& ranked, int limit, double margin);

// Whether the first request will stay first, whatever more boards and deeper searches say. It must lead each rival by
// more than the scatter between boards and the shallowness of the search explain, and by more than one unseen board can
// take away, on which it loses its king or a rival captures one. `weights` are those of the ranking. False on few
// boards.
bool settled(const ScoreTable& table, const std::vector<RequestValue>& ranked, const OutcomeWeights& weights);

}  // namespace lanternfish
