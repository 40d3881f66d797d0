#pragma once

// Boards made of a number, for tests of sets that need many boards and no chess.

#include <cstring>

#include "belief/set/board_set.h"

namespace lanternfish::testing {

// The bits of `number` as knights. Different numbers are different boards.
inline Hypothesis numbered_board(std::uint64_t number, float weight = 1) {
  Hypothesis h;
  h.toggle(number, kKnight);
  h.weight = weight;
  return h;
}
inline std::uint64_t number_of(const Hypothesis& h) { return h.of_type(kKnight); }

// Same boards in the same order with the same weights, to the last bit.
inline bool same_bytes(const BoardSet& a, const BoardSet& b) {
  if (a.shards().size() != b.shards().size()) {
    return false;
  }
  for (std::size_t s = 0; s < a.shards().size(); ++s) {
    const BoardSet::Shard& one = a.shards()[s];
    const BoardSet::Shard& other = b.shards()[s];
    if (one.size() != other.size() ||
        (!one.empty() && std::memcmp(one.data(), other.data(), one.size() * sizeof(Hypothesis)) != 0)) {
      return false;
    }
  }
  return true;
}

}  // namespace lanternfish::testing
