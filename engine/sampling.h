#pragma once

// Which boards to score, when there are more than can be scored.

#include <vector>

#include "belief/board_set.h"
#include "engine/random.h"

namespace lanternfish {

// At most `limit` boards of the set, drawn without replacement with probabilities by weight, in the order in which they
// are drawn: every beginning of the list is itself such a sample (Efraimidis and Spirakis 2006).
std::vector<Hypothesis> draw_boards(const BoardSet& set, std::size_t limit, Random& random);

// What each of the first `scored` drawn boards counts in averages over the whole set, whose weights sum to
// `total_weight`: its weight, divided by how likely a board of its weight was to be drawn.
double sample_weight(const Hypothesis& drawn, std::size_t scored, std::size_t set_size, double total_weight);

// Every n-th board, at most `limit`, for statistics that need not be exact.
BoardSet thinned(const BoardSet& set, std::size_t limit);

}  // namespace lanternfish
