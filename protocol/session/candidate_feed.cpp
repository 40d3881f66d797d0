#include "protocol/session/candidate_feed.h"

namespace lanternfish {

void CandidateFeed::begin(bool reproducible, TimePoint now) {
  latest_.reset();
  next_time_ = now + kEvery;
  reproducible_ = reproducible;
  sent_ = false;
}

bool CandidateFeed::offer(const CandidateReport& report, TimePoint now) {
  latest_ = report;
  sent_ = !reproducible_ && now >= next_time_;
  if (sent_) {
    next_time_ = now + kEvery;
  }
  return sent_;
}

std::optional<CandidateReport> CandidateFeed::last() const { return sent_ ? std::nullopt : latest_; }

}  // namespace lanternfish
