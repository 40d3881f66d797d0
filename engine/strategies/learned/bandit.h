#pragma once

// How a playout chooses among actions: Penumbra's Bandit (Clark 2021, section 4.3). It mixes drawing from a policy with
// an upper confidence bound; the listing of the paper is lost to us, so how the two are mixed is read from its text.

#include <limits>
#include <span>

#include "engine/random.h"

namespace lanternfish {

// What playouts found an action worth, each from -1 (lost) to 1 (won).
struct ActionStatistics {
  int visits = 0;
  double sum = 0;
  double worst = 1;

  double mean() const { return sum / (visits > 0 ? visits : 1); }
  // A playout is under way: it counts as lost until it ends.
  void begin() {
    ++visits;
    sum -= 1;
  }
  // Ends what began.
  void end(double value) {
    sum += 1 + value;
    worst = value < worst ? value : worst;
  }
};

struct BanditSettings {
  double mixing = 1;       // m of the paper. 0: always drawn from the policy; infinity: never
  double exploration = 2;  // c
  double paranoia = 0;     // phi: the share of the worst value seen
};

// The probability that the policy is drawn from after `visits` choices: 1 / (1 + m visits).
double policy_share(const BanditSettings& settings, int visits);

// What an action is worth to the search: (1 - phi) q_a / n_a + phi min_a + c p_a sqrt(ln n / n_a), where n_a counts as
// 1 at least and an action without visits as 0.
double bandit_value(const ActionStatistics& action, double policy, int visits, const BanditSettings& settings);

// The place of the action to take; `policy`, which adds up to 1, has one number for each of `actions`, at least one.
// Of equal values the more likely one is taken.
std::size_t bandit(std::span<const ActionStatistics> actions, std::span<const float> policy,
                   const BanditSettings& settings, Random& random);

// A place drawn from `policy`.
std::size_t draw(std::span<const float> policy, Random& random);

}  // namespace lanternfish
