#pragma once

// Senses chosen by what their nine squares are worth one by one: pure functions.

#include <array>

#include "belief/set/marginals.h"
#include "engine/sense_choice.h"

namespace lanternfish {

using SquareValues = std::array<double, 64>;

// A window is worth the sum of its squares.
std::vector<SenseValue> rank_by_squares(std::span<const WindowSplit> splits, const SquareValues& values);

// Bits: Shannon entropy of what stands on each square, opponent's pieces or nothing (Scorca 2023, section 4.1). The
// other six of the paper's 13 contents, own pieces, are known.
SquareValues square_entropies(const PieceProbabilities& pieces);

// What Scorca adds to the entropy of a square (section 4.2).
struct EntropyHeuristics {
  bool piece_values = true;              // times the expected value of what stands there, in centipawns
  double king_danger = 2;                // times this on squares from which a possible piece there attacks my king
  double penalty = 1000;                 // less this ...
  double penalty_decay = 0.9;            // ... times this to the power of turns since the square was last seen
  std::array<int, 64> turns_since_seen;  // own turns, 0 for the last sense; large for never
};
SquareValues adapted_entropies(const PieceProbabilities& pieces, const OwnSide& own,
                               const EntropyHeuristics& heuristics);

// In how many boards, by weight, a piece on each square attacks my king; 0 where all boards agree.
SquareValues check_squares(const BoardSet& set, const OwnSide& own);

}  // namespace lanternfish
