#pragma once

// How often candidates are told: at most every 250 ms, and once before the terminator.

#include <chrono>
#include <optional>

#include "engine/reports.h"

namespace lanternfish {

class CandidateFeed {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  // A thinking command begins. When its output has to be reproducible, only the last report is told: how many came
  // before it depends on the machine.
  void begin(bool reproducible, TimePoint now);
  // A report came; true when it is time to tell it.
  bool offer(const CandidateReport& report, TimePoint now);
  // The last report, unless it was told already.
  std::optional<CandidateReport> last() const;
  // Whether any report came.
  bool any() const { return latest_.has_value(); }

 private:
  static constexpr std::chrono::milliseconds kEvery{250};

  std::optional<CandidateReport> latest_;
  TimePoint next_time_;
  bool reproducible_ = false;
  bool told_ = false;
};

}  // namespace lanternfish
