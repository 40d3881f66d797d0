#include "tools/server/allowance.h"

#include <doctest/doctest.h>

namespace lanternfish {

using std::chrono::seconds;

TEST_CASE("allowance: so many at once, and as fast as they come back") {
  Allowance allowance(10, seconds(60));
  const auto begin = SteadyClock::now();
  for (int i = 0; i < 10; ++i) {
    CHECK(!allowance.spent("anna", begin));
    CHECK(allowance.take("anna", begin));
  }
  CHECK(allowance.spent("anna", begin));
  CHECK(!allowance.take("anna", begin));
  CHECK(allowance.take("bert", begin));  // everybody has an own one
  CHECK(!allowance.take("anna", begin + seconds(5)));
  CHECK(allowance.take("anna", begin + seconds(7)));
  CHECK(!allowance.take("anna", begin + seconds(8)));
  // Never more than so many at once.
  for (int i = 0; i < 10; ++i) {
    CHECK(allowance.take("anna", begin + seconds(1000)));
  }
  CHECK(!allowance.take("anna", begin + seconds(1000)));
}

TEST_CASE("allowance: whoever invents names frees nobody, and may no more for it") {
  Allowance allowance(2, seconds(60));
  const auto begin = SteadyClock::now();
  CHECK((allowance.take("anna", begin) && allowance.take("anna", begin)));
  int taken = 0;
  for (int i = 0; i < 250'000; ++i) {
    taken += allowance.take("name" + std::to_string(i), begin) ? 1 : 0;
  }
  CHECK(taken == 99'999 + 2);  // a hundred thousand are known; all others share one
  CHECK(allowance.spent("anna", begin));
  CHECK(!allowance.take("anna", begin));
  CHECK(allowance.spent("bert", begin));
  // Whoever may as often as anybody again is forgotten.
  CHECK(!allowance.spent("bert", begin + seconds(60)));
  CHECK((allowance.take("bert", begin + seconds(60)) && allowance.take("bert", begin + seconds(60))));
  CHECK(allowance.spent("bert", begin + seconds(60)));
  CHECK(!allowance.spent("carl", begin + seconds(60)));
}

TEST_CASE("allowance: 0 is no limit") {
  Allowance any(0, seconds(60));
  for (int i = 0; i < 100; ++i) {
    CHECK(any.take("anna"));
    CHECK(!any.spent("anna"));
  }
}

}  // namespace lanternfish
