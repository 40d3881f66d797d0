#pragma once

// Which boards to look at, when there are more than can be looked at.

#include <functional>
#include <vector>

#include "belief/set/board_set.h"
#include "engine/random.h"

namespace lanternfish {

struct DrawnBoards {
  std::vector<Hypothesis> boards;
  std::vector<double> rates;  // by board: how eagerly it was drawn
  // One more than boards: the moments at which they were drawn, ascending, and that of the first board left out
  // (infinity when there is none). Each board waits an exponential time of its rate.
  std::vector<double> keys;
};

using DrawRate = std::function<double(const Hypothesis&)>;  // above 0

// At most `limit` boards of the set, drawn without replacement with probabilities by rate, in the order in which they
// are drawn: every beginning of the list is itself such a sample (Efraimidis and Spirakis 2006).
DrawnBoards draw_boards(const BoardSet& set, std::size_t limit, Random& random, const DrawRate& rate);
// By weight.
DrawnBoards draw_boards(const BoardSet& set, std::size_t limit, Random& random);
// Each board as likely as any other.
std::vector<Hypothesis> draw_equally(const BoardSet& set, std::size_t limit, Random& random);

// What the board counts in averages over the whole set when the first `scored` of the drawn ones are known: its weight,
// divided by how likely it was to be drawn before the first unknown one (Cohen and Kaplan 2007, conditional on the
// rank). Sums over the sample are then those over the set, on average.
double sample_weight(const DrawnBoards& drawn, std::size_t board, std::size_t scored);

// Every n-th board, at most `limit`, for statistics that need not be exact.
BoardSet thinned(const BoardSet& set, std::size_t limit);
// The same boards, each of weight 1.
BoardSet equally_likely(BoardSet set);

}  // namespace lanternfish
