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

TEST_CASE("allowance: none is kept of many names, and 0 is no limit") {
  Allowance allowance(1, seconds(60));
  const auto begin = SteadyClock::now();
  for (int i = 0; i < 250'000; ++i) {
    CHECK(allowance.take("name" + std::to_string(i), begin));
  }
  Allowance any(0, seconds(60));
  for (int i = 0; i < 100; ++i) {
    CHECK(any.take("anna", begin));
    CHECK(!any.spent("anna", begin));
  }
}

}  // namespace lanternfish
