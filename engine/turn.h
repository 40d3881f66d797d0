#pragma once

// What a host allows for one thinking command.

#include <cstdint>
#include <optional>

#include "game/phase.h"  // IWYU pragma: export

namespace lanternfish {

// Times in ms, of our own clock.
struct TurnLimits {
  std::optional<std::int64_t> time;       // left on the clock; 0 or less: answer at once
  std::optional<std::int64_t> increment;  // credited after the turn
  std::optional<std::int64_t> move_time;  // for this phase
  std::optional<std::int64_t> nodes;      // positions scored in this phase
  std::optional<std::int64_t> depth;      // plies, in place of Config::depth
  std::optional<std::int64_t> turn;       // the turn the host means; only checked
  bool infinite = false;                  // until stop
};

}  // namespace lanternfish
