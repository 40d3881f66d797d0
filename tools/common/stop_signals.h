#pragma once

// Ctrl-C and its like as a stop token: the arena leaves its games, which are played again when it goes on, and says
// what it has. A second signal ends it at once.

#include <stop_token>
#include <thread>

#include "support/result.h"

namespace lanternfish {

constexpr int kStoppedStatus = 130;  // as a shell reports Ctrl-C

class StopSignals {
 public:
  // Takes SIGINT, SIGTERM and SIGHUP. One at a time may exist.
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread watcher_;
};

// What a command ends with that may have been told to stop: then its error is no failure.
Result<int> unless_stopped(Result<int> ended, const StopSignals& signals);

}  // namespace lanternfish
