#pragma once

// What ends a search.

#include <chrono>
#include <cstdint>
#include <limits>
#include <stop_token>

namespace lanternfish::solver {

using TimePoint = std::chrono::steady_clock::time_point;

// A moment, or somebody's wish. Asked every few thousand nodes at most: reading the clock takes some 25 ns.
class StopSign {
 public:
  StopSign() = default;
  StopSign(std::stop_token token, TimePoint deadline) : token_(std::move(token)), deadline_(deadline) {}

  bool due() const {
    return token_.stop_requested() || (deadline_ != TimePoint::max() && std::chrono::steady_clock::now() >= deadline_);
  }

 private:
  std::stop_token token_;
  TimePoint deadline_ = TimePoint::max();
};

inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Of one call of Solver::run(); the limit that is reached first ends it. A call that finds nothing to grow does not
// settle: it needs one of the other limits or a stop token.
struct Limits {
  std::uint64_t iterations = kNoLimit;
  std::uint64_t settle_iterations = 50;          // after growth has ended or while it finds no leaf, in this call
  TimePoint growth_deadline = TimePoint::max();  // growth ends, solving goes on
  TimePoint deadline = TimePoint::max();         // everything ends
};

}  // namespace lanternfish::solver
