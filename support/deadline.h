#pragma once

// Moments by which something must be done. All waiting in the program is until a moment of this clock, which never
// jumps.

#include <chrono>

namespace lanternfish {

using SteadyClock = std::chrono::steady_clock;
using Deadline = SteadyClock::time_point;  // Deadline::max(): no limit

}  // namespace lanternfish
