#pragma once

// Moments by which something must be done. All waiting in the program is until a moment of this clock, which never
// jumps.

#include <time.h>

#include <algorithm>
#include <chrono>

namespace lanternfish {

using SteadyClock = std::chrono::steady_clock;
using Deadline = SteadyClock::time_point;  // Deadline::max(): no limit

// The timeout of a ppoll that waits for `deadline`; zero when that has passed. At most an hour, so that a far deadline
// does not overflow: callers look at the clock again.
inline timespec poll_timeout(Deadline deadline) {
  constexpr std::chrono::nanoseconds kLongest = std::chrono::hours(1);
  const auto now = SteadyClock::now();
  const auto end = std::clamp<Deadline>(deadline, now, now + kLongest);
  const std::chrono::nanoseconds left = end - now;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
  return {.tv_sec = seconds.count(), .tv_nsec = (left - seconds).count()};
}

}  // namespace lanternfish
