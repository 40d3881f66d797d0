#pragma once

// The root nodes of a tree, by the opponent's information sets.

#include <vector>

#include "solver/subgame.h"
#include "solver/tree.h"

namespace lanternfish::solver {

struct Roots {
  // Adds the states of `subgame` to an empty tree, set by set; the weights of a set become probabilities with sum 1.
  Roots(const Subgame& subgame, Tree& tree);

  std::size_t sets() const { return begin.size() - 1; }

  RootKind kind;
  Player searcher;
  std::vector<NodeIndex> begin;  // the nodes of set j are [begin[j], begin[j + 1]); kPlain has one set
};

}  // namespace lanternfish::solver
