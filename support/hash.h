#pragma once

// Hashes that are the same on every machine, in every run. No secrets: whoever wants two equal ones finds them.

#include <cstdint>
#include <string_view>

namespace lanternfish {

constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325;  // FNV-1a, 64 bits, of nothing

// FNV-1a of what has the hash `before`, and then `byte` (more than 8 bits are allowed), or the bytes of `text`.
constexpr std::uint64_t fnv1a(std::uint64_t before, std::uint64_t byte) { return (before ^ byte) * 0x100000001b3; }
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t before = kFnvBasis) {
  for (const char c : text) {
    before = fnv1a(before, static_cast<unsigned char>(c));
  }
  return before;
}

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // 2^64 by the golden ratio

// SplitMix64 (Steele, Lea and Flood 2014): the finisher, and the number that follows the state `x`. Neighbours give
// unrelated numbers.
constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}
constexpr std::uint64_t splitmix64(std::uint64_t x) { return mixed(x + kGolden); }

}  // namespace lanternfish
