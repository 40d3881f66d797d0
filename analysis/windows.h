#pragma once

// Senses judged by what they show of the true board.

#include "analysis/turn_analysis.h"
#include "belief/set/board_set.h"
#include "support/thread_pool.h"

namespace lanternfish {

// What is left of `set` after a sense at `center` while `truth` is the true board, packed for the same side.
SenseOutcome sense_outcome(const BoardSet& set, const Hypothesis& truth, Square center);

// Over the 36 inner windows. None of an empty set.
std::optional<BestWindows> best_windows(const BoardSet& set, const Hypothesis& truth, ThreadPool& threads);

}  // namespace lanternfish
