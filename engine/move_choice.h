#pragma once

// Which request to make, by what it is worth on many boards: pure functions of scores.

#include <vector>

#include "engine/config.h"
#include "engine/random.h"
#include "engine/score_table.h"
#include "rules/bitboard.h"

namespace lanternfish {

// What the weighted mean, the worst and the best outcome of a request count; shares of their sum.
struct OutcomeWeights {
  double mean = 1, min = 0, max = 0;
  // A share of the probability: the worst outcome is the mean over the worst boards with this share, likewise the best
  // one (expected shortfall; Rockafellar and Uryasev 2000). 0: the single worst and best board, however unlikely.
  double tail = 0;
};
// By the options MeanWeight, MinWeight, MaxWeight and TailShare.
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
// limit). Requests that would set the count back gain value as `quiet_plies` comes near the limit: moves of the pawns
// on `pawns`, and captures by their probability. True when values changed.
bool prefer_progress(std::vector<RequestValue>& ranked, int quiet_plies, int move_limit, Bitboard pawns);

// Raises each request by what its result will tell about the board, whatever it does: `per_bit` centipawns for each bit
// of the entropy of taken move and capture square over the boards of the table. Sorts again.
void prefer_telling(std::vector<RequestValue>& ranked, const ScoreTable& table, double per_bit);

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

// What a better look could gain, centipawns: by how much, in expectation, the best of the other requests is better than
// the first of `ranked`. The lead over a rival is as uncertain as the scatter between the boards scored and the error
// of a shallow search make it. (The expected value of perfect information of a choice between two normal quantities:
// Raiffa and Schlaifer 1961.) Large where requests are close and differ much from board to board; 0 where one is far
// ahead, or where all come to the same.
double at_stake(const ScoreTable& table, const std::vector<RequestValue>& ranked);

// With which probability to make each request of the table, when the opponent chooses the board as far as the worst
// outcome counts: a mix of requests is worth 1 - `worst_share` of its weighted mean and `worst_share` of its value on
// the board that is worst for the mix. The probabilities add up to 1. Solved by regret matching (Hart and Mas-Colell
// 2000, with regrets kept above 0) in `rounds` rounds. A mix of one request is worth what move_value() says.
std::vector<double> mix_by_regret(const ScoreTable& table, double worst_share, int rounds);

}  // namespace lanternfish
