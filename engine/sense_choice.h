#pragma once

// Which window to sense: pure functions of scores and boards.

#include <span>
#include <vector>

#include "belief/set/sense_partition.h"
#include "engine/move_choice.h"

namespace lanternfish {

struct SenseValue {
  WindowSplit split;   // over the whole set
  double outcome = 0;  // centipawns: expected value of the best request after the result, where the rule knows it
  double value = 0;    // what the senses are ordered by, in the unit of the rule
};

// Best first, ties in the order they are in.
void sort_by_value(std::vector<SenseValue>& ranked);

// Values of the windows of `splits`. After each possible result the best request by move_value() over the boards that
// show it counts with the result's probability; to that comes a little for every bit of information (StrangeFish2
// rewards the expected reduction of the set instead). Centipawns.
std::vector<SenseValue> rank_senses(const ScoreTable& table, std::span<const WindowSplit> splits,
                                    const OutcomeWeights& weights);

// The more is learnt, the better: bits.
std::vector<SenseValue> rank_by_information(std::span<const WindowSplit> splits);

// The fewer boards are left, the better: minus their expected number. With weights all alike this is MHTBot's rule
// (Markowitz et al. 2018).
std::vector<SenseValue> rank_by_expected_boards(std::span<const WindowSplit> splits);

// The more different results, the better: their number (Savelyev 2020, section 5.1).
std::vector<SenseValue> rank_by_results(std::span<const WindowSplit> splits);

}  // namespace lanternfish
