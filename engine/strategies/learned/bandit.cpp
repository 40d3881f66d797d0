#include "engine/strategies/learned/bandit.h"

#include <algorithm>
#include <cmath>

namespace lanternfish {

double policy_share(const BanditSettings& settings, int visits) {
  if (std::isinf(settings.mixing)) {
    return 0;
  }
  return 1 / (1 + settings.mixing * visits);
}

double bandit_value(const ActionStatistics& action, double policy, int visits, const BanditSettings& settings) {
  const double worst = action.visits > 0 ? action.worst : 0;
  const double bound = std::sqrt(std::log(std::max(visits, 1)) / std::max(action.visits, 1));
  return (1 - settings.paranoia) * action.mean() + settings.paranoia * worst + settings.exploration * policy * bound;
}

std::size_t draw(std::span<const float> policy, Random& random) {
  double left = random.unit();
  for (std::size_t i = 0; i + 1 < policy.size(); ++i) {
    left -= policy[i];
    if (left < 0) {
      return i;
    }
  }
  return policy.size() - 1;
}

std::size_t bandit(std::span<const ActionStatistics> actions, std::span<const float> policy,
                   const BanditSettings& settings, Random& random) {
  int visits = 0;
  for (const ActionStatistics& action : actions) {
    visits += action.visits;
  }
  if (random.unit() < policy_share(settings, visits)) {
    return draw(policy, random);
  }
  std::size_t best = 0;
  double best_value = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const double value = bandit_value(actions[i], policy[i], visits, settings);
    if (value > best_value || (value == best_value && policy[i] > policy[best])) {
      best = i;
      best_value = value;
    }
  }
  return best;
}

}  // namespace lanternfish
