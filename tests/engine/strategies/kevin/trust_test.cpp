#include "engine/strategies/kevin/trust.h"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace lanternfish::lookahead;

TEST_CASE("trust: all of a small belief that was looked into is trusted nearly fully") {
  CHECK(trust({.coverage = 1, .positions = 1'000'000, .boards = 40, .requests = 8}) > 0.95);
}

TEST_CASE("trust: it fades with what was not looked at, and without time, to nothing") {
  const Thoroughness most{.coverage = 0.9, .positions = 200'000, .boards = 100, .requests = 8};
  double last = trust(most);
  for (const double coverage : {0.7, 0.3, 0.05, 0.001, 0.0}) {
    Thoroughness less = most;
    less.coverage = coverage;
    CHECK(trust(less) < last);
    last = trust(less);
  }
  CHECK(last == 0);
  last = trust(most);
  for (const std::uint64_t positions : {100'000, 20'000, 2'000, 10, 0}) {
    Thoroughness less = most;
    less.positions = positions;
    CHECK(trust(less) < last);
    last = trust(less);
  }
  CHECK(last == 0);
  CHECK(trust({}) == 0);
}

TEST_CASE("trust: the time for looking ahead falls with the belief without a step") {
  CHECK(time_share(1) == kMaxTimeShare);
  double last = kMaxTimeShare;
  for (std::size_t boards = 1; boards < 3'000'000; boards = boards * 5 / 4 + 1) {
    CHECK(time_share(boards) <= last);
    CHECK(time_share(boards) > 0.85 * last);
    last = time_share(boards);
  }
  CHECK(last < 0.01);
}

TEST_CASE("trust: fewer boards are looked at where there is less time") {
  CHECK(boards_for(100'000'000, 8) == kMaxBoards);
  CHECK(boards_for(100'000, 8) > boards_for(50'000, 8));
  CHECK(boards_for(100'000, 4) > boards_for(100'000, 8));
  CHECK(boards_for(0, 8) > 0);
}
