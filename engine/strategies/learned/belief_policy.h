#pragma once

// What a network of synopses says of a state: the policy over the actions that are looked at, and the value. The states
// that came up are kept in a table, with what playouts found their actions worth.

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/random.h"
#include "engine/reports.h"
#include "engine/strategies/learned/sampled_belief.h"
#include "nets/net_evaluator.h"

namespace lanternfish {

// How a playout chooses among actions: Penumbra's Bandit (Clark 2021, section 4.3). It mixes drawing from a policy with
// an upper confidence bound; the listing of the paper is lost to us, so how the two are mixed is read from its text.

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

// A sense or a request.
struct Action {
  Square sense = kNoSquare;
  Move request;
};

// The actions of `side`'s stage that are looked at. Senses: of the inner windows those that show squares not known, and
// of two the one that shows all that the other does (Clark 2021, section 4.4); any window where all is known. Requests:
// all. `synopsis` is the side's, for the stage.
std::vector<Action> actions_of(const SampledBelief& belief, Stage stage, const Synopsis& synopsis);

NetQuestion question_of(const Synopsis& synopsis, Stage stage, std::span<const Action> actions, Color side);

std::vector<float> softmax(std::span<const float> logits);

// One state.
struct PolicyNode {
  std::uint64_t key = 0;  // 0: none
  std::vector<Action> actions;
  std::vector<float> policy;  // adds up to 1
  std::vector<ActionStatistics> statistics;
  float value = 0;  // of the side that acts
};

// The actions of a state as candidates: `best`, a place among them, and then those visited more often first. What an
// action is worth is the mean of its visits, or the state's value where it has none.
CandidateReport report_of(const PolicyNode& node, std::size_t best);

// The state with the synopsis that was met last under each place of the table: a new one takes the place of an old one.
class PolicyTable {
 public:
  explicit PolicyTable(std::size_t places) : nodes_(places) {}

  static std::uint64_t key_of(const Synopsis& synopsis, Color side);
  // Null where there is another state, or none.
  PolicyNode* find(std::uint64_t key);
  PolicyNode& put(PolicyNode node);

 private:
  std::vector<PolicyNode> nodes_;
};

}  // namespace lanternfish
