#pragma once

// Waiting for a stop.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace lanternfish {

// Waits until `stop` is requested, no longer than `time`. Whether it was.
inline bool stops_within(const std::stop_token& stop, std::chrono::milliseconds time) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
  return stop.stop_requested();
}

}  // namespace lanternfish
