#pragma once

// The input of a network: planes of 8x8 squares, most of them empty and most of the rest binary. Networks of JKU-CODA's
// kind have 1,800 planes with some 1,000 set squares, so a list of the planes that are not empty is the usual form.

#include <cstdint>
#include <span>
#include <vector>

#include "rules/bitboard.h"

namespace lanternfish {

constexpr Bitboard kEverywhere = ~Bitboard{0};  // a plane that says something of the whole board

// Empty for kNoSquare.
inline Bitboard bit_or_none(Square s) { return s == kNoSquare ? 0 : bit(s); }

struct Plane {
  Bitboard squares = 0;  // not empty; oriented, see nets/move_code.h
  float value = 1;       // on each of `squares`, 0 elsewhere
  std::uint16_t index = 0;

  friend bool operator==(const Plane&, const Plane&) = default;
};
static_assert(sizeof(Plane) == 16);

// Ascending by index, each index once.
using PlaneList = std::vector<Plane>;

// The planes of `planes` that are not empty.
PlaneList plane_list(std::span<const Bitboard> planes);

// 64 * plane + square of every set square, ascending. All values must be 1.
std::vector<std::uint32_t> set_bits(const PlaneList& list);

// 64 bits that differ where lists differ, chance aside.
std::uint64_t hash_planes(const PlaneList& list);

}  // namespace lanternfish
