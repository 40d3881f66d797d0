#include "tests/solver/best_response.h"

#include <cmath>
#include <limits>

namespace lanternfish::solver {

namespace {

double action_probability(const Tree& tree, const Profile& profile, const Node& parent, std::uint32_t action) {
  if (parent.kind == NodeKind::kChance) return tree.node(parent.first_child + action).probability;
  const InfoSet& infoset = tree.infoset(parent.link);
  const auto strategy = profile.strategy(infoset.player, infoset.key);
  return strategy.empty() ? 1.0 / infoset.actions : strategy[action];
}

}  // namespace

void Profile::set(Player player, InfoKey key, std::vector<float> strategy) {
  strategies_[index_of(player)][key] = std::move(strategy);
}

std::span<const float> Profile::strategy(Player player, InfoKey key) const {
  const auto found = strategies_[index_of(player)].find(key);
  if (found == strategies_[index_of(player)].end()) return {};
  return found->second;
}

Profile profile_of(const Solver& solver, Iterate iterate) {
  Profile profile;
  const Tree& tree = solver.tree();
  for (InfoIndex i = 0; i < tree.infoset_count(); ++i) {
    const InfoSet& infoset = tree.infoset(i);
    const auto last = tree.actions(infoset, tree.table().strategy);
    profile.set(infoset.player, infoset.key,
                iterate == Iterate::kLast ? std::vector<float>(last.begin(), last.end()) : average_of(tree, infoset));
  }
  return profile;
}

double expected_value(const Tree& tree, const Profile& profile) {
  const auto nodes = tree.nodes();
  std::vector<double> values(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {  // children stand behind their parents
    const Node& node = nodes[i];
    values[i] = node.leaf() ? node.value : 0;
    for (std::uint32_t a = 0; !node.leaf() && a < node.children; ++a) {
      values[i] += action_probability(tree, profile, node, a) * values[node.first_child + a];
    }
  }
  double value = 0;
  for (std::size_t i = 0; i < tree.root_count(); ++i) value += nodes[i].probability * values[i];
  return value;
}

BestResponse::BestResponse(const Tree& tree, const Profile& profile, Player responder)
    : tree_(tree),
      profile_(profile),
      responder_(responder),
      values_(tree.nodes().size(), std::numeric_limits<double>::quiet_NaN()),
      reach_(tree.nodes().size()),
      best_(tree.infoset_count(), kNone),
      members_(tree.infoset_count()) {
  for (NodeIndex i = 0; i < tree.root_count(); ++i) reach_[i] = tree.node(i).probability;
  for (NodeIndex i = 0; i < tree.nodes().size(); ++i) {
    const Node& node = tree.node(i);
    if (node.leaf()) continue;
    if (node.kind == decision_of(responder)) members_[node.link].push_back(i);
    for (std::uint32_t a = 0; a < node.children; ++a) reach_[node.first_child + a] = reach_[i] * probability(node, a);
  }
  for (NodeIndex i = 0; i < tree.nodes().size(); ++i) solve(i);
  for (NodeIndex i = 0; i < tree.root_count(); ++i) value_ += tree.node(i).probability * values_[i];
}

double BestResponse::probability(const Node& parent, std::uint32_t action) const {
  return parent.kind == decision_of(responder_) ? 1 : action_probability(tree_, profile_, parent, action);
}

double BestResponse::solve(NodeIndex index) {
  if (!std::isnan(values_[index])) return values_[index];
  const Node& node = tree_.node(index);
  double value = 0;
  if (node.leaf()) {
    value = sign_of(responder_) * node.value;
  } else if (node.kind == decision_of(responder_)) {
    value = solve(node.first_child + best_action(node.link));
  } else {
    for (std::uint32_t a = 0; a < node.children; ++a) value += probability(node, a) * solve(node.first_child + a);
  }
  return values_[index] = value;
}

// The action with the greatest value over all nodes of the set, by their reach. A set that is never reached takes its
// nodes as equally likely.
std::uint32_t BestResponse::best_action(InfoIndex infoset) {
  if (best_[infoset] != kNone) return best_[infoset];
  double total = 0;
  for (const NodeIndex i : members_[infoset]) total += reach_[i];
  double best_value = -std::numeric_limits<double>::infinity();
  for (std::uint32_t a = 0; a < tree_.infoset(infoset).actions; ++a) {
    double value = 0;
    for (const NodeIndex i : members_[infoset]) {
      value += (total > 0 ? reach_[i] : 1) * solve(tree_.node(i).first_child + a);
    }
    if (value > best_value) best_value = value, best_[infoset] = a;
  }
  return best_[infoset];
}

double exploitability(const Tree& tree, const Profile& profile) {
  return (BestResponse(tree, profile, Player::kFirst).value() + BestResponse(tree, profile, Player::kSecond).value()) /
         2;
}

}  // namespace lanternfish::solver
