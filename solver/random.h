#pragma once

// Random numbers that are the same on every machine and with every standard library.

#include <cstdint>

#include "support/hash.h"

namespace lanternfish::solver {

// SplitMix64 (Steele, Lea and Flood 2014): one word of state, any seed is good.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += kGolden;
    return mixed(state_);
  }

  // In [0, 1), in steps of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // In [0, count); count is small beside 2^53, so that the bias does not matter.
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(unit() * count); }

 private:
  std::uint64_t state_;
};

}  // namespace lanternfish::solver
