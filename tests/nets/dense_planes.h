#pragma once

#include <cassert>
#include <vector>

#include "nets/planes.h"

namespace lanternfish {

// `planes` times 64 values.
inline std::vector<float> dense_planes(const PlaneList& list, int planes) {
  std::vector<float> dense(64 * static_cast<std::size_t>(planes));
  for (const Plane& plane : list) {
    assert(plane.index < planes);
    for (Bitboard b = plane.squares; b != 0;) {
      dense[64U * plane.index + pop_lowest(b)] = plane.value;
    }
  }
  return dense;
}

}  // namespace lanternfish
