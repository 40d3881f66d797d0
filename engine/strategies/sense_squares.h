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

// How Scorca changes the entropy of a square (section 4.2). In this order:
struct EntropyHeuristics {
  bool piece_values = true;              // the entropy is multiplied by the expected value of what stands there, cp,
  double king_danger = 2;                // by this where a piece that may stand there attacks my king,
  double penalty = 1000;                 // and reduced by this
  double penalty_decay = 0.9;            // times this to the power of the turns since the square was last seen
  std::array<int, 64> turns_since_seen;  // own turns, 0 for the last sense; large for never
};
SquareValues adapted_entropies(const PieceProbabilities& pieces, const OwnSide& own,
                               const EntropyHeuristics& heuristics);

// The weight of the boards on which a piece on the square attacks my king; 0 where it does on all boards.
SquareValues check_squares(const BoardSet& set, const OwnSide& own);

}  // namespace lanternfish
