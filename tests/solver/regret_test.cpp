#include "solver/regret.h"

#include <array>

#include <doctest/doctest.h>

namespace lanternfish::solver {
namespace {

using Pair = std::array<float, 2>;

TEST_CASE("regret matching: all weight on the best action where no regret is positive") {
  Pair regrets = {0, 0};
  Pair strategy = {1, 0};
  match_regrets(Pair{3, 1}, regrets, strategy);
  CHECK(strategy == Pair{1, 0});
  // Equal values: the earlier action, whatever was played before.
  regrets = {0, 0};
  strategy = {0, 1};
  match_regrets(Pair{2, 2}, regrets, strategy);
  CHECK(strategy == Pair{1, 0});
}

TEST_CASE("regret matching: two steps by hand") {
  // Step 1: values (1, 0), half and half: expected 0.5, regrets (0.5, -0.5), so the first action.
  Pair regrets = {0, 0};
  Pair strategy = {0.5, 0.5};
  match_regrets(Pair{1, 0}, regrets, strategy);
  CHECK(strategy == Pair{1, 0});
  // Step 2: values (0, 1) against the first action: expected 0, regrets (0, +1). The -0.5 was cut to 0.
  match_regrets(Pair{0, 1}, regrets, strategy);
  CHECK(regrets == Pair{0.5, 1});
  // The last regret counts once more for the strategy: (0.5, 2).
  CHECK(strategy[1] == doctest::Approx(0.8));
}

}  // namespace
}  // namespace lanternfish::solver
