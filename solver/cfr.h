#pragma once

// Counterfactual regret minimisation over the tree as it stands. An iteration is two traversals, one for each player in
// turn; the second already meets the first one's new strategy (alternating updates).
//
// A traversal for player P follows all actions of P, and of the other player only those that it plays: where the other
// player's reach is zero P's regrets do not change. P's information sets are updated when the whole tree has been seen.

#include <vector>

#include "solver/limits.h"
#include "solver/tree.h"

namespace lanternfish::solver {

class Cfr {
 public:
  // Without `keep_average` ActionTable::average stays 0.
  Cfr(Tree& tree, bool keep_average) : tree_(tree), keep_average_(keep_average) {}

  // One iteration. False when `stop` was due before its end: the player whose traversal was interrupted keeps its
  // strategy, and values of actions come from a part of the states.
  bool iterate(const StopSign& stop);

  std::uint32_t iterations() const { return iterations_; }
  std::uint64_t visited() const { return visited_; }  // nodes, by all traversals; leaves included

  // What play is worth to the first player, under the strategies of the last iteration.
  double value() const { return value_; }

  std::size_t bytes() const { return touched_.capacity() * sizeof(InfoIndex); }

 private:
  bool traverse(Player player, const StopSign& stop);
  float walk(const Node& node, float outside, float reach);
  float walk_own(const Node& node, float outside, float reach);
  float walk_other(const Node& node, float outside, float reach);
  void update_strategies();

  Tree& tree_;
  const bool keep_average_;
  std::uint32_t iterations_ = 0;
  std::uint64_t visited_ = 0;
  double value_ = 0;

  // Of the present traversal.
  std::uint32_t traversal_ = 0;  // its number, from 1
  Player player_ = Player::kFirst;
  float average_weight_ = 0;
  std::vector<InfoIndex> touched_;  // information sets of player_ that were reached
  const StopSign* stop_ = nullptr;
  bool stopped_ = false;
};

}  // namespace lanternfish::solver
