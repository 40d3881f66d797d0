#pragma once

// Which boards to look at when there are too many: random samples for averages, every n-th board for statistics.

#include <functional>
#include <vector>

#include "belief/set/board_set.h"
#include "engine/random.h"

namespace lanternfish {

// Each board of the set waits an exponential time of its rate; the sample is the boards whose time comes first.
struct BoardSample {
  std::vector<Hypothesis> boards;
  std::vector<double> rates;  // by board
  // The waiting times, ascending: by board, and last that of the first board left out (infinity when there is none).
  std::vector<double> keys;
};

using SampleRate = std::function<double(const Hypothesis&)>;  // above 0

// At most `limit` boards of the set, drawn one after the other without replacement, with probabilities by rate. Every
// beginning of the list is itself such a sample (Efraimidis and Spirakis 2006).
BoardSample sample_boards(const BoardSet& set, std::size_t limit, Random& random, const SampleRate& rate);
// The same, with the boards' weights as rates.
BoardSample sample_boards(const BoardSet& set, std::size_t limit, Random& random);
// The same, each board as likely as any other.
std::vector<Hypothesis> sample_equally(const BoardSet& set, std::size_t limit, Random& random);

// What a board of the sample counts in averages over the whole set when the first `scored` boards are known: its
// weight, divided by the probability that it comes before the first unknown board (Cohen and Kaplan 2007, conditional
// on the rank). Sums over the sample are then the sums over the set, on average.
double sample_weight(const BoardSample& sample, std::size_t board, std::size_t scored);

// Every n-th board of the set, at most `limit` boards.
BoardSet thinned(const BoardSet& set, std::size_t limit);
// The same boards, each of weight 1.
BoardSet equally_likely(BoardSet set);

}  // namespace lanternfish
