#include "tools/train/past_selves.h"

#include <numeric>

#include <doctest/doctest.h>

using namespace lanternfish;

namespace {

void note(PastSelves& selves, std::size_t version, int won, int lost) {
  for (int i = 0; i < won + lost; ++i) {
    selves.note(version, i < won ? 1 : 0);
  }
}

}  // namespace

TEST_CASE("past selves: who is beaten seldom is met often, by the paper's rule") {
  PastSelves selves;
  selves.add();
  CHECK(selves.probabilities() == std::vector<double>{1});
  note(selves, 0, 90, 10);
  selves.add();
  note(selves, 1, 60, 40);
  selves.add();  // no results yet: counts as equal
  const std::vector<double> probabilities = selves.probabilities();
  REQUIRE(probabilities.size() == 3);
  CHECK(probabilities[0] == doctest::Approx((1 - 0.9 / 2.0) / 2));
  CHECK(probabilities[1] == doctest::Approx((1 - 0.6 / 2.0) / 2));
  CHECK(probabilities[2] == doctest::Approx((1 - 0.5 / 2.0) / 2));
  CHECK(std::accumulate(probabilities.begin(), probabilities.end(), 0.0) == doctest::Approx(1));
}

TEST_CASE("past selves: a learner that never wins meets all alike") {
  PastSelves selves;
  selves.add();
  note(selves, 0, 0, 20);
  selves.add();
  note(selves, 1, 0, 20);
  CHECK(selves.probabilities() == std::vector<double>{0.5, 0.5});
}

TEST_CASE("past selves: a version is saved at 65 % of enough games since the last one") {
  PastSelves selves;
  selves.add();
  note(selves, 0, 199, 0);
  CHECK_FALSE(selves.time_to_save());
  note(selves, 0, 0, 1);
  CHECK(selves.time_to_save());
  selves.add();
  CHECK_FALSE(selves.time_to_save());
  note(selves, 1, 129, 71);
  CHECK_FALSE(selves.time_to_save());
  note(selves, 0, 20, 0);
  CHECK(selves.time_to_save());
}

TEST_CASE("past selves: only the last 500 results say how strong a version is") {
  PastSelves selves;
  selves.add();
  note(selves, 0, 0, 300);
  note(selves, 0, 500, 0);
  CHECK(selves.score(0) == 1);
}

TEST_CASE("past selves: a run goes on with the same opponents") {
  PastSelves selves;
  selves.add();
  note(selves, 0, 7, 3);
  selves.add();
  note(selves, 1, 2, 5);
  note(selves, 0, 1, 0);
  const PastSelves again = PastSelves::of_state(selves.state());
  CHECK(again.probabilities() == selves.probabilities());
  CHECK(again.recent_score() == selves.recent_score());
  CHECK(again.state() == selves.state());
}
