#pragma once

// A belief that never senses, for tests that need a few thousand boards of uneven weights.

#include <doctest/doctest.h>

#include "belief/belief.h"
#include "tests/recorded_game.h"

namespace lanternfish::testing {

inline Belief blind_belief(ThreadPool& threads) {
  Belief belief(Board::start(), kBlack, {}, threads);
  const auto game = random_game(Board::start(), 5, 6);
  for (const Observation& event : game[kBlack].events) {
    const bool sensed = std::holds_alternative<Sensed>(event);
    REQUIRE(belief.observe(sensed ? Observation{Sensed{}} : event).ok());
  }
  return belief;
}

}  // namespace lanternfish::testing
