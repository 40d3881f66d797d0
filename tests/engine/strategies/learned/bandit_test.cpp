#include "engine/strategies/learned/belief_policy.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace lanternfish;

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

ActionStatistics seen(std::initializer_list<double> values) {
  ActionStatistics action;
  for (const double value : values) {
    action.begin();
    action.end(value);
  }
  return action;
}

}  // namespace

TEST_CASE("bandit: the formula of the paper, by hand") {
  // n = 4: ln 4 = 1.386294.
  const BanditSettings plain{.mixing = 1, .exploration = 2, .paranoia = 0};
  CHECK(bandit_value(seen({1, 0, -1}), 0.5, 4, plain) == doctest::Approx(0 + 2 * 0.5 * std::sqrt(1.386294 / 3)));
  CHECK(bandit_value(seen({0.5}), 0.25, 4, plain) == doctest::Approx(0.5 + 2 * 0.25 * std::sqrt(1.386294)));
  // Without visits: as if there were one, worth 0.
  CHECK(bandit_value({}, 0.25, 4, plain) == doctest::Approx(2 * 0.25 * std::sqrt(1.386294)));
  const BanditSettings afraid{.mixing = 1, .exploration = 2, .paranoia = 0.25};
  CHECK(bandit_value(seen({1, 0, -1}), 0.5, 4, afraid) ==
        doctest::Approx(0.75 * 0 + 0.25 * -1 + 2 * 0.5 * std::sqrt(1.386294 / 3)));
  CHECK(policy_share({.mixing = 1}, 0) == 1);
  CHECK(policy_share({.mixing = 1}, 3) == doctest::Approx(0.25));
  CHECK(policy_share({.mixing = 0.5}, 2) == doctest::Approx(0.5));
  CHECK(policy_share({.mixing = 0}, 1'000'000) == 1);
  CHECK(policy_share({.mixing = kNever}, 0) == 0);
}

TEST_CASE("bandit: m = 0 draws from the policy, m without end takes the best bound, m = 1 does both") {
  const std::array<ActionStatistics, 3> actions = {seen({-1, -1, -1}), seen({1, 1, 1}), seen({0})};
  const std::array<float, 3> policy = {0.6F, 0.3F, 0.1F};
  const auto shares = [&](double mixing) {
    Random random(1, 1, 1);
    std::array<double, 3> counts{};
    for (int i = 0; i < 4'000; ++i) {
      counts[bandit(actions, policy, {.mixing = mixing}, random)] += 1 / 4'000.0;
    }
    return counts;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(shares(0)[i] == doctest::Approx(policy[i]).epsilon(0.15));
  }
  CHECK(shares(kNever)[1] == doctest::Approx(1));
  // 7 visits: the policy is drawn from in one case of 8.
  CHECK(shares(1)[0] == doctest::Approx(0.6 / 8).epsilon(0.2));
}

TEST_CASE("bandit: an action under way counts as lost until its value is known") {
  ActionStatistics action = seen({1});
  action.begin();
  CHECK(action.mean() == doctest::Approx(0));
  action.end(0.5);
  CHECK(action.mean() == doctest::Approx(0.75));
  CHECK(action.worst == doctest::Approx(0.5));
}

TEST_CASE("bandit: where nothing is known the search takes what the policy likes best") {
  const std::array<ActionStatistics, 3> actions{};
  const std::array<float, 3> policy = {0.2F, 0.5F, 0.3F};
  Random random(1, 1, 1);
  CHECK(bandit(actions, policy, {.mixing = kNever}, random) == 1);
}
