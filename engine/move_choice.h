#pragma once

// Which request to make, by what it is worth on many boards: pure functions of scores.

#include <vector>

#include "engine/config.h"
#include "engine/random.h"
#include "engine/score_table.h"
#include "rules/bitboard.h"

namespace lanternfish {

// What the weighted mean, the worst and the best outcome count; shares of their sum.
struct OutcomeWeights {
  double mean = 1, least = 0, most = 0;
  // Of the probability: the mean over the worst boards that make it up is the worst outcome, likewise the best one
  // (expected shortfall; Rockafellar and Uryasev 2000). 0: the single worst and best board, however unlikely.
  double tail = 0;
};
// As MeanWeight, MinWeight, MaxWeight and TailShare say.
OutcomeWeights outcome_weights(const Config& config);

// Centipawns; the mean where all weights are 0.
double move_value(double mean, double least, double most, const OutcomeWeights& weights);

struct RequestValue {
  Move request;
  RequestSummary summary;
  double value = 0;  // centipawns, or what the rule that made it says
};

// Best first, ties in the order they are in.
void sort_by_value(std::vector<RequestValue>& ranked);

// All requests of the table by mean, worst and best outcome, best first, ties in its order.
std::vector<RequestValue> rank_requests(const ScoreTable& table, const OutcomeWeights& weights);

// A game in which nothing irreversible happens is drawn after `move_limit` plies (0: never). Where the best request
// promises an advantage, those that would set the count back gain value as `quiet_plies` comes near the limit: moves of
// the pawns on `pawns`, and captures by their probability. Tells whether values changed.
bool prefer_progress(std::vector<RequestValue>& ranked, int quiet_plies, int move_limit, Bitboard pawns);

// How many of the first are within `margin` of the best.
template <typename Value>
std::size_t near_best(const std::vector<Value>& ranked, double margin) {
  std::size_t near = 0;
  while (near < ranked.size() && ranked[near].value >= ranked[0].value - margin) {
    ++near;
  }
  return near;
}

// Requests within this of the best are mixed, so as not to be read; StrangeFish2's, centipawns.
constexpr double kNearlyEqual = 10;

// The requests worth a deeper look, of all `ranked`: the best, the next one, and those within `margin` centipawns of
// the best, `most` of them; requests of equal value, which mostly come to the same moves, count as one.
std::vector<Move> contenders(const std::vector<RequestValue>& ranked, int most, double margin);

// Whether the first request will stay the first whatever more boards and deeper searches say: it leads each rival by a
// margin that the scatter between boards and the shallowness of the search do not explain, and that a board not seen
// yet on which it loses its king, or a rival takes one, would not use up. `weights` made the ranking. Never on a few
// boards.
bool settled(const ScoreTable& table, const std::vector<RequestValue>& ranked, const OutcomeWeights& weights);

// Probabilities of the requests of the table, adding up to 1, in a game against an opponent who chooses the board as
// far as the worst outcome counts: for a mix of requests, the weighted mean counts 1 - `worst_share` and the worst
// board for that mix `worst_share`. Solved by regret matching (Hart and Mas-Colell 2000, with regrets kept above 0) in
// `rounds` rounds; the answer for one request alone is move_value().
std::vector<double> mix_by_regret(const ScoreTable& table, double worst_share, int rounds);

}  // namespace lanternfish
