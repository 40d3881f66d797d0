#pragma once

// What one decision may take.

#include <chrono>
#include <cstdint>
#include <limits>
#include <stop_token>

#include "eval/evaluator.h"
#include "support/deadline.h"

namespace lanternfish {

struct Budget {
  static constexpr std::uint64_t kAnyNodes = std::numeric_limits<std::uint64_t>::max();

  Deadline deadline = Deadline::max();  // max(): no limit of time
  std::uint64_t nodes = kAnyNodes;      // positions scored
  Effort effort = {};                   // of the first look at a board
  bool deeper = true;                   // more effort where time is left
  bool at_once = false;                 // the clock has run out: answer without scoring anything
  std::stop_token stop = {};

  bool timed() const { return deadline != Deadline::max(); }
  bool counted() const { return nodes != kAnyNodes; }
  bool spent() const { return stop.stop_requested() || (timed() && SteadyClock::now() >= deadline); }

  // Infinite where there is no limit of time; below 0 past the deadline.
  double ms_left() const {
    return timed() ? std::chrono::duration<double, std::milli>(deadline - SteadyClock::now()).count()
                   : std::numeric_limits<double>::infinity();
  }
  // The moment when this share of the time left is over.
  Deadline deadline_of(double share) const {
    const auto now = SteadyClock::now();
    return timed() ? now + std::chrono::duration_cast<SteadyClock::duration>(share * (deadline - now)) : deadline;
  }
};

}  // namespace lanternfish
