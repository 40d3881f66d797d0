#pragma once

// Hashes of boards, and how they change with one piece.
//
// A board's sum is its four words, each times a factor of its own, modulo 2^64 - 1. A piece more adds the sum of that
// piece alone, and the sum of a piece on square s is that on a1 turned left by s bits. So the children of a board get
// their sums from its own by an addition or two. A hash is a sum mixed well.

#include "belief/set/hypothesis.h"

namespace lanternfish {

namespace board_sums {

// Modulo 2^64 - 1; 0 only if both are.
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

// A piece on a1, by type.
constexpr auto kPieces = [] {
  std::array<std::uint64_t, kPieceTypes> pieces{};
  for (std::size_t type = 0; type < kPieceTypes; ++type) {
    for (std::size_t k = 0; k < 3; ++k) {
      pieces[type] = add(pieces[type], (type + 1) >> k & 1 ? kFactors[k] : 0);
    }
  }
  return pieces;
}();

constexpr std::uint64_t with(std::uint64_t sum, PieceType type, Square square) {
  return add(sum, std::rotl(kPieces[type], square));
}
// The piece is on the board.
constexpr std::uint64_t without(std::uint64_t sum, PieceType type, Square square) {
  return add(sum, ~std::rotl(kPieces[type], square));
}

}  // namespace board_sums

// Of a board in words; of the last word only what belongs to a board's identity counts.
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

// Well mixed in all bits; equal boards have equal hashes. The weight is no part of it.
inline std::uint64_t hash_of(const Hypothesis& h) { return hash_of_sum(sum_of(h)); }

}  // namespace lanternfish
