#include "nets/move_code.h"

#include <array>
#include <cassert>

namespace lanternfish {

namespace {

struct Step {
  int files = 0;
  int ranks = 0;
};

constexpr int kQueenPlanes = 56;
constexpr int kFirstPromotionPlane = 64;
constexpr std::array<PieceType, 3> kSmallPromotions = {kKnight, kBishop, kRook};

// How far a move of each plane goes, as its own side sees it.
constexpr std::array<Step, kMovePlanes> plane_steps() {
  constexpr Step kDirections[8] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
  constexpr Step kJumps[8] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
  std::array<Step, kMovePlanes> steps{};
  for (int plane = 0; plane < kMovePlanes; ++plane) {
    if (plane < kQueenPlanes) {
      const int distance = plane % 7 + 1;
      steps[plane] = {kDirections[plane / 7].files * distance, kDirections[plane / 7].ranks * distance};
    } else if (plane < kFirstPromotionPlane) {
      steps[plane] = kJumps[plane - kQueenPlanes];
    } else {
      steps[plane] = {(plane - kFirstPromotionPlane) % 3 - 1, 1};
    }
  }
  return steps;
}
constexpr auto kSteps = plane_steps();

constexpr std::uint8_t kNoPlane = 255;

// The plane of the queen's or knight's move between two squares.
constexpr std::array<std::array<std::uint8_t, 64>, 64> planes_by_squares() {
  std::array<std::array<std::uint8_t, 64>, 64> planes{};
  for (auto& row : planes) {
    row.fill(kNoPlane);
  }
  for (int from = 0; from < 64; ++from) {
    for (int plane = 0; plane < kFirstPromotionPlane; ++plane) {
      const int file = from % 8 + kSteps[plane].files;
      const int rank = from / 8 + kSteps[plane].ranks;
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        planes[from][8 * rank + file] = static_cast<std::uint8_t>(plane);
      }
    }
  }
  return planes;
}
constexpr auto kPlaneBetween = planes_by_squares();

int plane_of(Square from, Square to, PieceType promotion) {
  for (std::size_t i = 0; i < kSmallPromotions.size(); ++i) {
    if (promotion == kSmallPromotions[i]) {
      return kFirstPromotionPlane + 3 * static_cast<int>(i) + file_of(to) - file_of(from) + 1;
    }
  }
  return kPlaneBetween[from][to];
}

}  // namespace

ActionCode move_code(Move move, Color side) {
  if (move.is_null()) {
    return kPassCode;
  }
  const Square from = relative_square(move.from, side);
  const int plane = plane_of(from, relative_square(move.to, side), move.promotion);
  assert(plane != kNoPlane);
  return static_cast<ActionCode>(64 * plane + from);
}

std::optional<Move> move_of_code(ActionCode code, Color side, Bitboard own_pawns) {
  if (code == kPassCode) {
    return kNullMove;
  }
  if (code > kPassCode) {
    return std::nullopt;
  }
  const int plane = code / 64;
  const auto from = static_cast<Square>(code % 64);
  const int file = file_of(from) + kSteps[plane].files;
  const int rank = rank_of(from) + kSteps[plane].ranks;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) {
    return std::nullopt;
  }
  Move move{relative_square(from, side), relative_square(make_square(file, rank), side)};
  const bool promotes = rank == 7 && contains(own_pawns, move.from);
  if (plane >= kFirstPromotionPlane) {
    if (rank != 7) {
      return std::nullopt;
    }
    move.promotion = kSmallPromotions[(plane - kFirstPromotionPlane) / 3];
  } else if (promotes) {
    move.promotion = kQueen;
  }
  return move;
}

}  // namespace lanternfish
