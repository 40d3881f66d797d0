#pragma once

// Hashes of boards, and how a hash changes with one piece.
//
// The sum of a board is the sum of its four words, each times a factor of its own, modulo 2^64 - 1. One piece more adds
// the sum of that piece alone. The sum of a piece on square s is the sum of the piece on a1, rotated left by s bits. So
// the sum of a child follows from the parent's sum by one or two additions. The hash is the sum with its bits mixed.

#include "belief/set/hypothesis.h"

namespace lanternfish {

namespace board_sums {

// Addition modulo 2^64 - 1. The result is 0 only if a and b are 0.
constexpr std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum + (sum < a ? 1 : 0);
}

constexpr std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return add(static_cast<std::uint64_t>(product), static_cast<std::uint64_t>(product >> 64));
}

constexpr std::array<std::uint64_t, 4> kFactors = {0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9,
                                                   0xff51afd7ed558ccd};

// The sum of a piece on a1, by type.
constexpr auto kPieces = [] {
  std::array<std::uint64_t, kPieceTypes> pieces{};
  for (std::size_t type = 0; type < kPieceTypes; ++type) {
    for (std::size_t k = 0; k < 3; ++k) {
      pieces[type] = add(pieces[type], (type + 1) >> k & 1 ? kFactors[k] : 0);
    }
  }
  return pieces;
}();

// The sum after a piece is put on an empty square.
constexpr std::uint64_t with(std::uint64_t sum, PieceType type, Square square) {
  return add(sum, std::rotl(kPieces[type], square));
}
// The sum after a piece is removed, which must be on the board.
constexpr std::uint64_t without(std::uint64_t sum, PieceType type, Square square) {
  return add(sum, ~std::rotl(kPieces[type], square));
}

}  // namespace board_sums

// The sum of a board given as words. The weight in `rest` does not count.
inline std::uint64_t sum_of(std::uint64_t plane0, std::uint64_t plane1, std::uint64_t plane2, std::uint64_t rest) {
  using namespace board_sums;
  return add(add(times(plane0, kFactors[0]), times(plane1, kFactors[1])),
             add(times(plane2, kFactors[2]), times(rest & ~kWeightMask, kFactors[3])));
}
inline std::uint64_t sum_of(const Hypothesis& h) {
  return sum_of(h.planes[0], h.planes[1], h.planes[2], word_of<3>(h));
}

constexpr std::uint64_t hash_of_sum(std::uint64_t sum) {
  const std::uint64_t x = (sum ^ (sum >> 32)) * 0xd6e8feb86659fd93;
  return x ^ (x >> 32);
}

// All bits are well mixed. Boards that differ only in weight have equal hashes.
inline std::uint64_t hash_of(const Hypothesis& h) { return hash_of_sum(sum_of(h)); }

}  // namespace lanternfish
