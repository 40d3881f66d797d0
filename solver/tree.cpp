#include "solver/tree.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "support/hash.h"

namespace lanternfish::solver {

namespace {

constexpr std::size_t kSmallestIndex = 1024;

template <typename Visitor>
void each_column(ActionTable& table, Visitor visit) {
  visit(table.strategy), visit(table.value), visit(table.regret), visit(table.average);
  visit(table.visits), visit(table.sum), visit(table.square_sum);
}

}  // namespace

Tree::Tree(std::size_t max_nodes) : max_nodes_(max_nodes), index_(kSmallestIndex, kNone) {
  assert(max_nodes < kNone);
  nodes_.reserve(max_nodes);
  infosets_.reserve(max_nodes);
  each_column(table_, [&](auto& column) { column.reserve(max_nodes); });
}

NodeIndex Tree::add_root(StateId state, float probability) {
  assert(nodes_.size() < max_nodes_);
  assert(nodes_.size() == root_count_);  // roots stand before all other nodes
  ++root_count_;
  nodes_.push_back({.value = 0,
                    .probability = probability,
                    .first_child = 0,
                    .link = state,
                    .children = 0,
                    .kind = NodeKind::kOpen});
  ++open_nodes_;
  return static_cast<NodeIndex>(nodes_.size() - 1);
}

bool Tree::expand(NodeIndex index, const Expansion& expansion) {
  assert(nodes_[index].kind == NodeKind::kOpen);
  assert(!expansion.children.empty() && expansion.children.size() <= 0xffff);
  if (nodes_.size() + expansion.children.size() > max_nodes_) return false;
  Node& node = nodes_[index];
  node.first_child = static_cast<NodeIndex>(nodes_.size());
  node.children = static_cast<std::uint16_t>(expansion.children.size());
  if (expansion.chance) {
    node.kind = NodeKind::kChance;
  } else {
    InfoIndex infoset = find(expansion.player, expansion.key);
    if (infoset == kNone) infoset = make_infoset(expansion);
    assert(infosets_[infoset].actions == node.children);  // else the key joins states with different actions
    node.kind = decision_of(expansion.player);
    node.link = infoset;
  }
  --open_nodes_;
  for (const Child& child : expansion.children) {
    assert(child.value >= -1 && child.value <= 1);
    nodes_.push_back({.value = child.value,
                      .probability = expansion.chance ? child.probability : 1,
                      .first_child = 0,
                      .link = child.state,
                      .children = 0,
                      .kind = child.terminal ? NodeKind::kTerminal : NodeKind::kOpen});
    open_nodes_ += child.terminal ? 0 : 1;
  }
  return true;
}

InfoIndex Tree::make_infoset(const Expansion& expansion) {
  if (2 * (infosets_.size() + 1) > index_.size()) grow_index();
  const auto made = static_cast<InfoIndex>(infosets_.size());
  index_[slot_of(expansion.player, expansion.key)] = made;
  const std::size_t first = action_count();
  const std::size_t count = expansion.children.size();
  infosets_.push_back({.key = expansion.key,
                       .first_action = static_cast<std::uint32_t>(first),
                       .actions = static_cast<std::uint16_t>(count),
                       .player = expansion.player,
                       .reach = 0,
                       .reached = 0,
                       .averaged = 0});
  each_column(table_, [&](auto& column) { column.resize(first + count); });
  const float sign = sign_of(expansion.player);
  for (std::size_t a = 0; a < count; ++a) table_.value[first + a] = sign * expansion.children[a].value;
  const auto values = actions(infosets_.back(), table_.value);
  const auto best = static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
  table_.strategy[first + best] = 1;
  return made;
}

InfoIndex Tree::find(Player player, InfoKey key) const { return index_[slot_of(player, key)]; }

std::size_t Tree::slot_of(Player player, InfoKey key) const {
  const std::size_t mask = index_.size() - 1;
  std::size_t slot = mixed(key) & mask;  // keys may be counters or packed fields: every bit has to reach the slot
  while (index_[slot] != kNone && (infosets_[index_[slot]].key != key || infosets_[index_[slot]].player != player)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

void Tree::grow_index() {
  index_.assign(2 * index_.size(), kNone);
  for (InfoIndex i = 0; i < infosets_.size(); ++i) index_[slot_of(infosets_[i].player, infosets_[i].key)] = i;
}

std::size_t Tree::bytes() const {
  return nodes_.size() * sizeof(Node) + infosets_.size() * sizeof(InfoSet) + action_count() * ActionTable::kBytes +
         index_.size() * sizeof(InfoIndex);
}

std::size_t Tree::max_bytes(std::size_t nodes) {
  const std::size_t slots = std::max(kSmallestIndex, 2 * std::bit_ceil(nodes));
  return nodes * (sizeof(Node) + sizeof(InfoSet) + ActionTable::kBytes) + slots * sizeof(InfoIndex);
}

}  // namespace lanternfish::solver
