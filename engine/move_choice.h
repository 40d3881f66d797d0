#pragma once

// Which request to make: pure functions of scores.

#include <vector>

#include "engine/config.h"
#include "engine/random.h"
#include "engine/score_table.h"
#include "rules/bitboard.h"

namespace lanternfish {

// Mean, worst and best outcome combined by MeanWeight, MinWeight and MaxWeight; centipawns (StrangeFish: 0.9, 0.1, 0;
// StrangeFish2: 0.7, 0.3, 0).
double move_value(double mean, double least, double most, const Config& config);

struct RequestValue {
  Move request;
  RequestSummary summary;
  double value = 0;  // centipawns
};

// All requests of the table, best first, ties in its order.
std::vector<RequestValue> rank_requests(const ScoreTable& table, const Config& config);

// A game in which nothing irreversible happens is drawn after `move_limit` plies (0: never). Where the best request
// promises an advantage, those that would set the count back gain value as `quiet_plies` comes near the limit: moves of
// the pawns on `pawns`, and captures by their probability.
void prefer_progress(std::vector<RequestValue>& ranked, int quiet_plies, int move_limit, Bitboard pawns);

// One of the requests that are nearly as good as the first, at random, so as not to be read.
std::size_t pick_among_best(const std::vector<RequestValue>& ranked, Random& random);

}  // namespace lanternfish
