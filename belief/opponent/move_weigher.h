#pragma once

// The fitted move model for expansions, which weigh the moves of millions of boards.
//
// A score is a sum of rows of the table, so its exponential is a product of the rows' exponentials, their factors. All
// factors are made before the boards come, those of several rows in one where the rows depend on little. A move without
// a capture then costs four multiplications. The results are those of MoveProbabilities, apart from rounding.

#include <span>
#include <vector>

#include "belief/opponent/move_model.h"
#include "belief/opponent/taken_moves.h"

namespace lanternfish {

// What is the same for all boards before one unseen move. Several threads may read it.
class MoveFactors {
 public:
  // `model` is fitted. `boards`: about how many will be weighed; few are not worth a table of places.
  MoveFactors(const MoveModel& model, const MoveSituation& situation, std::size_t boards);

  const MoveModel& model() const { return model_; }
  const MoveSituation& situation() const { return situation_; }
  const ObserverMap& map() const { return map_; }
  // The product of the factors of all rows that depend on phase, type and squares alone. In the spare lane: the number
  // of requests that lead to the move where it captures nothing.
  StyleVector place(int phase, PieceType type, Move move) const {
    const std::vector<StyleVector>& table = by_phase_[static_cast<std::size_t>(phase)];
    return table.empty() ? make_place(phase, type, move) : table[index(type, move)];
  }

 private:
  static std::size_t index(PieceType type, Move move) { return (std::size_t{type} * 64 + move.from) * 64 + move.to; }
  StyleVector make_place(int phase, PieceType type, Move move) const;
  void make_table(int phase);

  MoveModel model_;
  MoveSituation situation_;
  ObserverMap map_;
  std::array<std::vector<StyleVector>, kGamePhases> by_phase_;  // empty: not made, or no board can be in the phase
};

// Weighs the moves of one board after another. The memory is used again from board to board.
class MoveWeigher {
 public:
  // Keeps the reference.
  explicit MoveWeigher(const MoveFactors& factors) : factors_(factors) {}

  // The weights of all `moves`, which are those of `view`, in the order of TakenMoves. Their sum is `whole`. Valid
  // until the next call.
  std::span<const float> weights(const MoverView& view, const TakenMoves& moves, float whole);

 private:
  const MoveFactors& factors_;
  std::vector<StyleVector> exponentials_;  // by move
  std::vector<float> weights_;             // by move
};

}  // namespace lanternfish
