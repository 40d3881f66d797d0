#pragma once

// When work that can be carried on with later is to stop.

#include <chrono>
#include <stop_token>

namespace lanternfish {

struct Interruption {
  std::stop_token stop = {};
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

  bool requested() const {
    return stop.stop_requested() ||
           (deadline != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() >= deadline);
  }
};

}  // namespace lanternfish
