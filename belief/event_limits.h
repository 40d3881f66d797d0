#pragma once

// How much work one event may be. What is left undone is deferred (set/deferred.h), so limits cost no board.

#include <cstdint>
#include <limits>

#include "belief/set/interruption.h"

namespace lanternfish {

struct EventLimits {
  // About how many boards the event itself may make; catching up may make twice as many on top. A few thousand are made
  // in any case, so that a live set does not come out empty.
  std::uint64_t boards = std::numeric_limits<std::uint64_t>::max();
  // A belief cut short holds another live set each time; it depends on `boards` alone where `until` is never requested.
  Interruption until = {};
  // When to catch up with deferred parents: where the live set runs low, or only where it is empty.
  bool only_when_empty = false;
};

}  // namespace lanternfish
