#pragma once

// Which window to sense: pure functions of scores and boards.

#include <span>
#include <vector>

#include "belief/sense_partition.h"
#include "engine/config.h"
#include "engine/score_table.h"

namespace lanternfish {

struct SenseValue {
  WindowSplit split;   // over the whole set
  double outcome = 0;  // centipawns: expected value of the best request after the result
  double value = 0;    // centipawns: what the senses are ordered by
};

// Values of the windows of `splits`, best first, ties in the order given. After each possible result the best request
// by move_value() over the boards that show it counts with the result's probability; to that comes a little for every
// bit of information (StrangeFish2 rewards the expected reduction of the set instead).
std::vector<SenseValue> rank_senses(const ScoreTable& table, std::span<const WindowSplit> splits, const Config& config);

}  // namespace lanternfish
