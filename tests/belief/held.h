#pragma once

// Whether a belief still covers the true board, and whether two hold the same.

#include <vector>

#include "belief/belief.h"

namespace lanternfish::testing {

// Live, or under a deferred parent. `truth`: the true board after each event of the game.
inline bool held(const Belief& belief, const std::vector<Board>& truth, const Board& start) {
  const Color me = belief.own().me();
  if (belief.probability(truth[belief.log().size() - 1]) > 0) {
    return true;
  }
  for (const DeferredGroup& group : belief.deferred_parents().groups()) {
    const Hypothesis before = pack(group.event == 0 ? start : truth[group.event - 1], me);
    for (const Hypothesis& parent : group.parents) {
      if (parent.same_board(before)) {
        return true;
      }
    }
  }
  return false;
}

// Whether two beliefs hold the same boards in the same order with the same weights.
inline bool same_in_order(const Belief& a, const Belief& b) {
  std::vector<Hypothesis> boards;
  b.boards().for_each([&](const Hypothesis& h) { boards.push_back(h); });
  std::size_t i = 0;
  bool same = a.boards().size() == boards.size();
  a.boards().for_each([&](const Hypothesis& h) {
    same = same && h.same_board(boards[i]) && h.weight == boards[i].weight;
    ++i;
  });
  return same;
}

}  // namespace lanternfish::testing
