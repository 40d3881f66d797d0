#pragma once

// Senses chosen by what their nine squares are worth: pure functions. For the players scorca, oracle and predictor.

#include <array>

#include "belief/set/marginals.h"
#include "engine/sense_choice.h"

namespace lanternfish {

using SquareValues = std::array<double, 64>;

// A window is worth the sum of its squares.
std::vector<SenseValue> rank_by_squares(std::span<const WindowSplit> splits, const SquareValues& values);

// The Shannon entropy, in bits, of what stands on each square: a piece of the opponent or nothing (Scorca 2023, section
// 4.1). The other six of the paper's 13 contents are my own pieces, which are known.
SquareValues square_entropies(const PieceProbabilities& pieces);

// The entropies as Scorca changes them (section 4.2): by what stands there, danger to my king and how long ago the
// square was seen. `turns_since_seen`: own turns, by square; 0 for the last sense, large for never.
SquareValues adapted_entropies(const PieceProbabilities& pieces, const OwnSide& own,
                               const std::array<int, 64>& turns_since_seen);

// The weight of the boards on which a piece on the square attacks my king; 0 where it does on all boards.
SquareValues check_squares(const BoardSet& set, const OwnSide& own);

}  // namespace lanternfish
