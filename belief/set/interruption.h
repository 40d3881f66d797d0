#pragma once

// When work is to stop that can be continued later.

#include <chrono>
#include <stop_token>

namespace lanternfish {

struct Interruption {
  std::stop_token stop = {};
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

  // Cheap where there is no deadline; reads the clock otherwise.
  bool requested() const {
    return stop.stop_requested() ||
           (deadline != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() >= deadline);
  }
};

}  // namespace lanternfish
