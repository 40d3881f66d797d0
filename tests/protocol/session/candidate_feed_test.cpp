#include <doctest/doctest.h>

#include "protocol/session/session.h"

using namespace lanternfish;
using namespace std::chrono_literals;

namespace {

CandidateReport report(std::uint64_t nodes) {
  CandidateReport r;
  r.nodes = nodes;
  return r;
}

}  // namespace

TEST_CASE("candidate feed: at most every 250 ms, and the last one before the terminator, not twice") {
  CandidateFeed feed;
  const CandidateFeed::TimePoint start{};
  feed.begin(false, start);
  CHECK_FALSE(feed.last());
  CHECK_FALSE(feed.offer(report(1), start + 10ms));
  CHECK_FALSE(feed.offer(report(2), start + 249ms));
  CHECK(feed.offer(report(3), start + 250ms));
  CHECK_FALSE(feed.last());
  CHECK_FALSE(feed.offer(report(4), start + 400ms));
  REQUIRE(feed.last());
  CHECK(feed.last()->nodes == 4);
  CHECK(feed.offer(report(5), start + 500ms));
  feed.begin(false, start + 600ms);
  CHECK_FALSE(feed.last());
}

TEST_CASE("candidate feed: reproducible output holds nothing back but the last") {
  CandidateFeed feed;
  const CandidateFeed::TimePoint start{};
  feed.begin(true, start);
  CHECK_FALSE(feed.offer(report(1), start + 10s));
  CHECK_FALSE(feed.offer(report(2), start + 20s));
  REQUIRE(feed.last());
  CHECK(feed.last()->nodes == 2);
}
