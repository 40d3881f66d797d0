#pragma once

// Which window to sense: pure functions of scores and boards.

#include <span>
#include <vector>

#include "belief/set/sense_partition.h"
#include "engine/move_choice.h"

namespace lanternfish {

struct SenseValue {
  WindowSplit split;   // of the whole set
  double outcome = 0;  // centipawns: expected value of the best request after the result; 0 where the rule has none
  double value = 0;    // by which the senses are ordered, in the unit of the rule
};

// Best first; equal values keep their order.
void sort_by_value(std::vector<SenseValue>& ranked);

// The windows of `splits` by what they are worth to the next request, in centipawns: for each possible result the value
// (move_value()) of the best request over the boards that show this result, times the probability of the result; plus
// `per_bit` centipawns for every bit of information (StrangeFish2 rewards the expected reduction of the set instead).
std::vector<SenseValue> rank_senses(const ScoreTable& table, std::span<const WindowSplit> splits,
                                    const OutcomeWeights& weights, double per_bit);

// By the expected number of boards left; the value is minus this number. With equal weights this is MHTBot's rule
// (Markowitz et al. 2018).
std::vector<SenseValue> rank_by_expected_boards(std::span<const WindowSplit> splits);

// By the number of different results (Savelyev 2020, section 5.1).
std::vector<SenseValue> rank_by_results(std::span<const WindowSplit> splits);

}  // namespace lanternfish
