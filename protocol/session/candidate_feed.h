#pragma once

// How often candidates are sent to the host: at most every 250 ms, and once before the terminator.

#include <chrono>
#include <optional>

#include "engine/reports.h"

namespace lanternfish {

class CandidateFeed {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  // Call when a thinking command begins. When its output must be reproducible, only the last report is sent: how many
  // come before it depends on the machine.
  void begin(bool reproducible, TimePoint now);
  // Call with each report; true when it is to be sent now.
  bool offer(const CandidateReport& report, TimePoint now);
  // The last report, unless it was sent already.
  std::optional<CandidateReport> last() const;
  // Whether any report came.
  bool any() const { return latest_.has_value(); }

 private:
  static constexpr std::chrono::milliseconds kEvery{250};

  std::optional<CandidateReport> latest_;
  TimePoint next_time_;
  bool reproducible_ = false;
  bool sent_ = false;
};

}  // namespace lanternfish
