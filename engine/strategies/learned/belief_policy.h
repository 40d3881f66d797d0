#pragma once

// What a network of synopses says of a state: the policy over the actions that are looked at, and the value. The states
// that came up are kept in a table, with what playouts found their actions worth.

#include <memory>
#include <span>
#include <vector>

#include "engine/reports.h"
#include "engine/strategies/learned/bandit.h"
#include "engine/strategies/learned/sampled_belief.h"
#include "nets/net_evaluator.h"

namespace lanternfish {

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
