#include "solver/cfr.h"

#include <algorithm>

#include "solver/regret.h"

namespace lanternfish::solver {

namespace {
constexpr std::uint64_t kNodesBetweenStopChecks = 4096;  // some 0.1 ms
constexpr float kMinReach = 1e-25F;  // less counts as none: products with values stay far from denormal numbers
}  // namespace

bool Cfr::iterate(const StopSign& stop) {
  ++iterations_;
  return traverse(Player::kFirst, stop) && traverse(Player::kSecond, stop);
}

bool Cfr::traverse(Player player, const StopSign& stop) {
  ++traversal_;
  player_ = player;
  average_weight_ = keep_average_ ? average_weight(iterations_) : 0;
  touched_.clear();
  stop_ = &stop;
  stopped_ = false;
  double value = 0;
  for (NodeIndex i = 0; i < tree_.root_count(); ++i) {
    const Node& root = tree_.node(i);
    value += root.probability * walk(root, root.probability, 1);
  }
  if (stopped_) return false;
  value_ = sign_of(player) * value;
  update_strategies();
  return true;
}

// What `node` is worth to player_. `outside`: the reach of chance and the other player, `reach`: of the other player
// alone. Both are positive. 0 once the traversal is stopped.
float Cfr::walk(const Node& node, float outside, float reach) {
  if (++visited_ % kNodesBetweenStopChecks == 0 && stop_->due()) stopped_ = true;
  if (stopped_) return 0;
  if (node.leaf()) return sign_of(player_) * node.value;
  if (node.kind == NodeKind::kChance) {
    float value = 0;
    for (NodeIndex i = node.first_child; i < node.first_child + node.children; ++i) {
      const Node& child = tree_.node(i);
      const float next = outside * child.probability;
      if (next >= kMinReach) value += child.probability * walk(child, next, reach);
    }
    return value;
  }
  return node.kind == decision_of(player_) ? walk_own(node, outside, reach) : walk_other(node, outside, reach);
}

float Cfr::walk_own(const Node& node, float outside, float reach) {
  InfoSet& infoset = tree_.infoset(node.link);
  float* values = tree_.actions(infoset, tree_.table().value).data();
  const float* strategy = tree_.actions(infoset, tree_.table().strategy).data();
  if (infoset.reached != traversal_) {
    infoset.reached = traversal_;
    infoset.reach = 0;
    std::fill_n(values, infoset.actions, 0.0F);
    touched_.push_back(node.link);
  }
  infoset.reach += outside;
  float expected = 0;
  for (std::uint32_t a = 0; a < node.children; ++a) {
    const float value = walk(tree_.node(node.first_child + a), outside, reach);
    values[a] += outside * value;
    expected += strategy[a] * value;
  }
  return expected;
}

float Cfr::walk_other(const Node& node, float outside, float reach) {
  InfoSet& infoset = tree_.infoset(node.link);
  const auto strategy = tree_.actions(infoset, tree_.table().strategy);
  if (average_weight_ > 0 && infoset.averaged != traversal_) {
    // Perfect recall: `reach` is the same at all nodes of the set.
    infoset.averaged = traversal_;
    const auto average = tree_.actions(infoset, tree_.table().average);
    for (std::size_t a = 0; a < strategy.size(); ++a) average[a] += average_weight_ * reach * strategy[a];
  }
  float expected = 0;
  for (std::uint32_t a = 0; a < node.children; ++a) {
    const float probability = strategy[a];
    if (probability * outside < kMinReach) continue;
    expected += probability * walk(tree_.node(node.first_child + a), outside * probability, reach * probability);
  }
  return expected;
}

void Cfr::update_strategies() {
  ActionTable& table = tree_.table();
  for (const InfoIndex index : touched_) {
    const InfoSet& infoset = tree_.infoset(index);
    const auto values = tree_.actions(infoset, table.value);
    match_regrets(values, tree_.actions(infoset, table.regret), tree_.actions(infoset, table.strategy));
    if (infoset.reach > 0) {
      for (float& value : values) value /= infoset.reach;
    }
  }
}

}  // namespace lanternfish::solver
