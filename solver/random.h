#pragma once

// Random numbers that are the same on every machine and with every standard library.

#include <cstdint>

namespace lanternfish::solver {

// SplitMix64 (Steele, Lea and Flood 2014): one word of state, any seed is good.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // In [0, 1), in steps of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // In [0, count); count is small beside 2^53, so that the bias does not matter.
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(unit() * count); }

 private:
  std::uint64_t state_;
};

}  // namespace lanternfish::solver
