#pragma once

// The tree of a search, grown leaf by leaf, with the information sets over it and what the solver knows of their
// actions. Everything lies in a few arrays and is named by index; indices never change.
//
//   nodes        roots first; the children of a node stand side by side, in the order of actions
//   infosets     a decision node's `link` is the index of its information set
//   actions      action a of information set I is entry I.first_action + a of every array in ActionTable
//
// A node with k children takes 20 k bytes for them. An information set takes 32 bytes and 28 for each of its actions.

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "solver/game.h"

namespace lanternfish::solver {

using NodeIndex = std::uint32_t;
using InfoIndex = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xffffffff;

enum class NodeKind : std::uint8_t { kFirst, kSecond, kChance, kOpen, kTerminal };  // kOpen: a leaf that can grow

inline NodeKind decision_of(Player player) { return player == Player::kFirst ? NodeKind::kFirst : NodeKind::kSecond; }

struct Node {
  float value;             // to the first player, as the game gave it; roots: 0
  float probability;       // roots and children of chance nodes; else 1
  NodeIndex first_child;   // unless kOpen or kTerminal
  std::uint32_t link;      // kOpen: the StateId. Decision: the InfoIndex
  std::uint16_t children;  // their number
  NodeKind kind;

  bool leaf() const { return kind >= NodeKind::kOpen; }
};
static_assert(sizeof(Node) == 20 && std::is_trivially_copyable_v<Node>);

struct InfoSet {
  InfoKey key;
  std::uint32_t first_action;
  std::uint16_t actions;
  Player player;
  float reach;             // of chance and the opponent, at the last iteration that reached the set
  std::uint32_t reached;   // number of the last traversal that reached the set for its player; 0: none did
  std::uint32_t averaged;  // number of the last traversal that added to its average; 0: none did
};
static_assert(sizeof(InfoSet) == 32 && std::is_trivially_copyable_v<InfoSet>);

// What is known of each action, as its player sees it.
struct ActionTable {
  std::vector<float> strategy;  // present probability
  std::vector<float> value;     // expected value given the information set, at the last iteration that
                                // reached it; before: of the first node's leaf values
  std::vector<float> regret;
  std::vector<float> average;                // sum of strategies, weighted; not normalised
  std::vector<std::uint32_t> visits;         // by growth
  std::vector<float> sum;                    // of values that growth brought back
  std::vector<float> square_sum;             // of their squares
  static constexpr std::size_t kBytes = 28;  // an action
};

class Tree {
 public:
  // Room for `max_nodes` is reserved as addresses; memory is taken as the tree grows. See max_bytes().
  explicit Tree(std::size_t max_nodes);

  NodeIndex add_root(StateId state, float probability);

  // Gives an open node its children, and makes its information set if that is new: all weight of the new strategy is on
  // the child whose value its player likes best. False when the children have no room; the tree is as before then.
  bool expand(NodeIndex node, const Expansion& expansion);

  std::span<const Node> nodes() const { return nodes_; }
  const Node& node(NodeIndex index) const { return nodes_[index]; }
  const InfoSet& infoset(InfoIndex index) const { return infosets_[index]; }
  InfoSet& infoset(InfoIndex index) { return infosets_[index]; }
  std::size_t root_count() const { return root_count_; }
  std::size_t infoset_count() const { return infosets_.size(); }
  std::size_t action_count() const { return table_.strategy.size(); }
  std::size_t open_nodes() const { return open_nodes_; }
  std::size_t max_nodes() const { return max_nodes_; }

  // kNone when the tree has no such information set.
  InfoIndex find(Player player, InfoKey key) const;

  ActionTable& table() { return table_; }
  const ActionTable& table() const { return table_; }
  // The actions of `infoset` in one array of the table.
  template <typename T>
  std::span<T> actions(const InfoSet& infoset, std::vector<T>& column) {
    return {column.data() + infoset.first_action, infoset.actions};
  }
  template <typename T>
  std::span<const T> actions(const InfoSet& infoset, const std::vector<T>& column) const {
    return {column.data() + infoset.first_action, infoset.actions};
  }

  // Bytes in use, and the most that a tree of `nodes` can use: when each information set has one action and one state.
  std::size_t bytes() const;
  static std::size_t max_bytes(std::size_t nodes);

 private:
  InfoIndex make_infoset(const Expansion& expansion);
  std::size_t slot_of(Player player, InfoKey key) const;
  void grow_index();

  std::size_t max_nodes_;
  std::size_t root_count_ = 0;
  std::size_t open_nodes_ = 0;
  std::vector<Node> nodes_;
  std::vector<InfoSet> infosets_;
  ActionTable table_;
  std::vector<InfoIndex> index_;  // open addressing, a power of two, at most half full; kNone where empty
};

}  // namespace lanternfish::solver
