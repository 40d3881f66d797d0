#include "solver/tree.h"

#include <doctest/doctest.h>

namespace lanternfish::solver {
namespace {

Expansion decision(Player player, InfoKey key, std::vector<float> values) {
  Expansion expansion;
  expansion.player = player;
  expansion.key = key;
  for (const float value : values) expansion.children.push_back({.state = 7, .value = value});
  return expansion;
}

TEST_CASE("a tree joins the nodes of an information set by player and key") {
  Tree tree(100);
  for (StateId state = 0; state < 4; ++state) tree.add_root(state, 0.25F);
  REQUIRE(tree.expand(0, decision(Player::kFirst, 5, {0, 0.5F})));
  REQUIRE(tree.expand(1, decision(Player::kFirst, 5, {1, 0})));
  REQUIRE(tree.expand(2, decision(Player::kFirst, 6, {0, 0})));
  REQUIRE(tree.expand(3, decision(Player::kSecond, 5, {0, 0, 0})));
  CHECK(tree.infoset_count() == 3);
  CHECK(tree.node(0).link == tree.node(1).link);
  CHECK(tree.node(0).link != tree.node(2).link);
  CHECK(tree.find(Player::kFirst, 5) == tree.node(0).link);
  CHECK(tree.find(Player::kSecond, 5) == tree.node(3).link);
  CHECK(tree.find(Player::kSecond, 6) == kNone);
  CHECK(tree.open_nodes() == 9);
}

TEST_CASE("a new information set begins with the child that its player's leaf values like best") {
  Tree tree(100);
  tree.add_root(0, 1);
  tree.add_root(1, 1);
  REQUIRE(tree.expand(0, decision(Player::kFirst, 1, {-0.5F, 0.5F, 0.25F})));
  REQUIRE(tree.expand(1, decision(Player::kSecond, 1, {-0.5F, 0.5F, 0.25F})));
  const auto strategy = [&](NodeIndex node) {
    const auto actions = tree.actions(tree.infoset(tree.node(node).link), tree.table().strategy);
    return std::vector<float>(actions.begin(), actions.end());
  };
  CHECK(strategy(0) == std::vector<float>{0, 1, 0});
  CHECK(strategy(1) == std::vector<float>{1, 0, 0});
}

TEST_CASE("a tree without room for all children takes none, and stays within its bytes") {
  Tree tree(1000);
  tree.add_root(0, 1);
  NodeIndex next = 0;
  // The worst case for memory: every information set has one node and one action.
  while (tree.expand(next, decision(Player::kFirst, next, {0}))) ++next;
  CHECK(tree.nodes().size() == 1000);
  CHECK(tree.node(next).kind == NodeKind::kOpen);
  CHECK(tree.infoset_count() == 999);
  CHECK(tree.bytes() <= Tree::max_bytes(1000));
  CHECK(tree.bytes() > 80 * 1000);
  for (NodeIndex i = 0; i < next; ++i) REQUIRE(tree.find(Player::kFirst, i) == tree.node(i).link);

  Tree small(3);
  small.add_root(0, 1);
  CHECK_FALSE(small.expand(0, decision(Player::kFirst, 1, {0, 0, 0})));
  CHECK(small.infoset_count() == 0);
  CHECK(small.nodes().size() == 1);
  CHECK(small.expand(0, decision(Player::kFirst, 1, {0, 0})));
}

}  // namespace
}  // namespace lanternfish::solver
