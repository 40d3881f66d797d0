#include "protocol/session/candidate_feed.h"

namespace lanternfish {

void CandidateFeed::begin(bool reproducible, TimePoint now) {
  latest_.reset();
  next_time_ = now + kEvery;
  reproducible_ = reproducible;
  told_ = false;
}

bool CandidateFeed::offer(const CandidateReport& report, TimePoint now) {
  latest_ = report;
  told_ = !reproducible_ && now >= next_time_;
  if (told_) {
    next_time_ = now + kEvery;
  }
  return told_;
}

std::optional<CandidateReport> CandidateFeed::last() const { return told_ ? std::nullopt : latest_; }

}  // namespace lanternfish
