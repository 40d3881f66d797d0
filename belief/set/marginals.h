#pragma once

// What a weighted set says as a whole.

#include <array>

#include "belief/set/board_set.h"

namespace lanternfish {

// [type][square], in [0, 1]: how likely an opponent piece of that type stands there.
using PieceProbabilities = std::array<std::array<double, 64>, kPieceTypes>;
PieceProbabilities piece_probabilities(const BoardSet& set);

// Of the distribution over the boards, in bits.
double entropy_bits(const BoardSet& set, ThreadPool& threads);

// The `limit` heaviest boards, heaviest first, ties in the order of the set.
std::vector<Hypothesis> likeliest(const BoardSet& set, std::size_t limit);

}  // namespace lanternfish
