#pragma once

// How often somebody may do something: so many times at once, and afterwards as fast as that many come back.

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

namespace lanternfish {

class Allowance {
 public:
  using Clock = std::chrono::steady_clock;

  // `at_once` times, which come back evenly within `period`. 0: any number of times.
  Allowance(int at_once, std::chrono::milliseconds period);

  // Takes one of them. False where `who` has none left. Any thread.
  bool take(const std::string& who, Clock::time_point now = Clock::now());
  // Whether `who` has none left.
  bool spent(const std::string& who, Clock::time_point now = Clock::now());

 private:
  struct Left {
    double times;
    Clock::time_point when;
  };
  double left(const Left& of, Clock::time_point now) const;

  const double at_once_;
  const double per_second_;
  std::mutex mutex_;
  std::unordered_map<std::string, Left> left_;  // who is missing has all; guarded by mutex_
};

}  // namespace lanternfish
