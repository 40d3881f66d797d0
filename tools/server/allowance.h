#pragma once

// How often somebody may do something: so many times at once, and afterwards as fast as that many come back. Whoever
// invents names does not make it forget anybody: where it knows as many as it can, all others share one allowance.

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

#include "support/deadline.h"

namespace lanternfish {

class Allowance {
 public:
  // `at_once` times, which come back evenly within `period`. 0: any number of times.
  Allowance(int at_once, std::chrono::milliseconds period);

  // Takes one of them. False where `who` has none left. Any thread.
  bool take(const std::string& who, SteadyClock::time_point now = SteadyClock::now());
  // Whether `who` has none left.
  bool spent(const std::string& who, SteadyClock::time_point now = SteadyClock::now());

 private:
  struct Left {
    double times;
    SteadyClock::time_point when;
  };
  double left(const Left& of, SteadyClock::time_point now) const;
  bool full(SteadyClock::time_point now);

  const double at_once_;
  const double per_second_;
  std::mutex mutex_;
  // Guarded by mutex_:
  std::unordered_map<std::string, Left> left_;  // who is missing has all, unless it is full
  Left strangers_;                              // of those who are missing where it is
  SteadyClock::time_point swept_;
};

}  // namespace lanternfish
