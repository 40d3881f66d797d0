#pragma once

// Ctrl-C and its like as a stop token: the arena leaves its games, which are played again when it goes on, and says
// what it has. A second signal ends it at once.

#include <stop_token>
#include <thread>

namespace lanternfish {

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

}  // namespace lanternfish
