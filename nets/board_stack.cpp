#include "nets/board_stack.h"

#include <algorithm>
#include <cassert>

#include "nets/move_code.h"

namespace lanternfish {

namespace {

constexpr float kHundred = 100;

class StepPlanes {
 public:
  void add(Bitboard squares, float value = 1) {
    if (squares != 0 && value != 0) {
      list_.push_back({.squares = squares, .value = value, .index = next_});
    }
    ++next_;
  }
  void skip_to(int index) { next_ = static_cast<std::uint16_t>(index); }
  PlaneList take() && { return std::move(list_); }

 private:
  PlaneList list_;
  std::uint16_t next_ = 0;
};

}  // namespace

PlaneList stack_step(std::span<const LikelyBoard> boards) {
  assert(!boards.empty());
  boards = boards.first(std::min<std::size_t>(boards.size(), kStackBoards));
  const Color us = boards[0].board.turn();
  const CastlingRights rights[] = {kKingside[us], kQueenside[us], kKingside[~us], kQueenside[~us]};
  float sum = 0;
  float with_right[4] = {};
  float quiet = 0;
  StepPlanes planes;
  for (const LikelyBoard& likely : boards) {
    for (const Color side : {us, ~us}) {
      for (int t = 0; t < kPieceTypes; ++t) {
        planes.add(oriented(likely.board.pieces(side, static_cast<PieceType>(t)), us));
      }
    }
    planes.add(kEverywhere, likely.probability);
    sum += likely.probability;
    quiet += likely.probability * static_cast<float>(likely.board.halfmove_clock());
    for (int i = 0; i < 4; ++i) {
      with_right[i] += (likely.board.castling() & rights[i]) != 0 ? likely.probability : 0;
    }
  }
  planes.skip_to(kStackBoards * kPlanesPerBoard);
  planes.add(us == kWhite ? kEverywhere : 0);
  planes.add(kEverywhere, static_cast<float>(boards[0].board.fullmove_number()) / kHundred);
  for (const float share : with_right) {
    planes.add(kEverywhere, share / sum);
  }
  planes.add(kEverywhere, quiet / sum / kHundred);
  return std::move(planes).take();
}

PlaneList board_stack(const PlaneList& before, const PlaneList& now) {
  PlaneList stack = before;
  for (Plane plane : now) {
    plane.index = static_cast<std::uint16_t>(plane.index + kStepPlanes);
    stack.push_back(plane);
  }
  return stack;
}

}  // namespace lanternfish
