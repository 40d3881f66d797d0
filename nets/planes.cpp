#include "nets/planes.h"

#include <bit>
#include <cassert>

namespace lanternfish {

PlaneList plane_list(std::span<const Bitboard> planes) {
  PlaneList list;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (planes[i] != 0) {
      list.push_back({.squares = planes[i], .index = static_cast<std::uint16_t>(i)});
    }
  }
  return list;
}

std::vector<std::uint32_t> set_bits(const PlaneList& list) {
  std::vector<std::uint32_t> bits;
  for (const Plane& plane : list) {
    assert(plane.value == 1);
    for (Bitboard b = plane.squares; b != 0;) {
      bits.push_back(64U * plane.index + pop_lowest(b));
    }
  }
  return bits;
}

std::uint64_t hash_planes(const PlaneList& list) {
  // Two rounds of a multiplication whose high half comes back in, for each plane.
  const auto mix = [](std::uint64_t h, std::uint64_t word) {
    h = (h ^ word) * 0x9e3779b97f4a7c15;
    return h ^ (h >> 32);
  };
  std::uint64_t h = list.size();
  for (const Plane& plane : list) {
    h = mix(h, std::uint64_t{plane.index} << 32 | std::bit_cast<std::uint32_t>(plane.value));
    h = mix(h, plane.squares);
  }
  return mix(h, 0);
}

}  // namespace lanternfish
