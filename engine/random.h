#pragma once

// Random numbers of one decision.

#include <cstdint>
#include <random>

namespace lanternfish {

class Random {
 public:
  // The numbers depend on seed, turn and phase alone: a game that is restored in its middle goes on as it would have.
  Random(std::uint64_t seed, int turn, int phase) {
    std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                           static_cast<std::uint32_t>(turn), static_cast<std::uint32_t>(phase)};
    engine_.seed(sequence);
  }

  // Uniform in [0, limit); limit > 0. Not by the standard distributions, which differ between libraries.
  std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
  // Uniform in (0, 1).
  double unit() { return (static_cast<double>(engine_() >> 12) + 0.5) * 0x1p-52; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace lanternfish
