#include "solver/regret.h"

#include <array>

#include <doctest/doctest.h>

namespace lanternfish::solver {
namespace {

using Pair = std::array<float, 2>;

TEST_CASE("regret matching: all weight on the best action where no regret is positive") {
  for (const Rule rule : {Rule::kCfr, Rule::kCfrPlus, Rule::kPcfrPlus}) {
    Pair regrets = {0, 0};
    Pair strategy = {1, 0};
    match_regrets(rule, Pair{3, 1}, regrets, strategy);
    CHECK(strategy == Pair{1, 0});
    // Equal values: the earlier action, whatever was played before.
    regrets = {0, 0};
    strategy = {0, 1};
    match_regrets(rule, Pair{2, 2}, regrets, strategy);
    CHECK(strategy == Pair{1, 0});
  }
}

TEST_CASE("regret matching: two steps by hand for each rule") {
  // Step 1: values (1, 0), half and half: expected 0.5, regrets (0.5, -0.5), so the first action.
  // Step 2: values (0, 1) against the first action: expected 0, regrets (0, +1).
  const auto two_steps = [](Rule rule) {
    Pair regrets = {0, 0};
    Pair strategy = {0.5, 0.5};
    match_regrets(rule, Pair{1, 0}, regrets, strategy);
    CHECK(strategy == Pair{1, 0});
    match_regrets(rule, Pair{0, 1}, regrets, strategy);
    return std::array<Pair, 2>{regrets, strategy};
  };
  // The sum of regrets is (0.5, 0.5).
  CHECK(two_steps(Rule::kCfr) == std::array<Pair, 2>{Pair{0.5, 0.5}, Pair{0.5, 0.5}});
  // The -0.5 was cut to 0: (0.5, 1).
  CHECK(two_steps(Rule::kCfrPlus)[0] == Pair{0.5, 1});
  CHECK(two_steps(Rule::kCfrPlus)[1][1] == doctest::Approx(2.0 / 3));
  // And the last regret counts once more for the strategy: (0.5, 2).
  CHECK(two_steps(Rule::kPcfrPlus)[0] == Pair{0.5, 1});
  CHECK(two_steps(Rule::kPcfrPlus)[1][1] == doctest::Approx(0.8));
}

}  // namespace
}  // namespace lanternfish::solver
