#pragma once

// Figures of a weighted set as a whole.

#include <array>

#include "belief/set/board_set.h"

namespace lanternfish {

// [type][square]: the probability that an opponent's piece of the type stands on the square. All 0 for an empty set.
using PieceProbabilities = std::array<std::array<double, 64>, kPieceTypes>;
PieceProbabilities piece_probabilities(const BoardSet& set);

// Entropy of the distribution over the boards, in bits; 0 for an empty set.
double entropy_bits(const BoardSet& set, ThreadPool& threads);

// The `limit` heaviest boards, heaviest first; boards of equal weight in the order of the set.
std::vector<Hypothesis> likeliest(const BoardSet& set, std::size_t limit);

}  // namespace lanternfish
