#include "engine/lateness.h"

#include <doctest/doctest.h>

using namespace lanternfish;
using std::chrono::milliseconds;

TEST_CASE("lateness: nothing is known at first, one answer that is far off says nothing, and two do") {
  Lateness lateness;
  CHECK(lateness.of_decision() == milliseconds(0));
  lateness.answered(3'000, 10);
  CHECK(lateness.of_decision() == milliseconds(0));
  lateness.answered(-20, 10);  // in time
  lateness.answered(40, 10);
  CHECK(lateness.of_decision() == milliseconds(40));
  lateness.unseen(7);
  lateness.unseen(5);
  CHECK(lateness.of_decision() == milliseconds(45));
}

TEST_CASE("lateness: what is long past is forgotten") {
  Lateness lateness;
  for (int i = 0; i < 20; ++i) {
    lateness.answered(100, 10);
  }
  CHECK(lateness.of_decision() == milliseconds(100));
  for (int i = 0; i < 20; ++i) {
    lateness.answered(1, 10);
  }
  CHECK(lateness.of_decision() == milliseconds(1));
}

TEST_CASE("lateness: boards have a price where there are many, and another clock is no late one") {
  Lateness lateness;
  for (int i = 0; i < 3; ++i) {
    lateness.answered(100, 10'000);
    lateness.answered(100, 10);
    lateness.unseen(3'600'000);
  }
  CHECK(lateness.ms_per_board() == doctest::Approx(0.01));
  CHECK(lateness.of_decision() <= milliseconds(400));
}
