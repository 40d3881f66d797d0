#pragma once

// What an opponent turns out to be made of, learnt from one player's own observations.
//
// After each sense every part of the mixture is asked how much of the weight it would have given to boards that the
// notice and the sense then left; that is how likely it made what was seen. The shares follow as in the online form of
// expectation maximisation: each turn counts for the parts in proportion to share times likelihood, older turns count
// less and less, and what they lose goes back to the usual opponent. So no share ever reaches 0.

#include <vector>

#include "belief/expand.h"
#include "rules/observation.h"

namespace lanternfish {

// Counts turns by the part of the mixture they are put down to.
class MoveHabits {
 public:
  explicit MoveHabits(const MoveShares& usual = kUsualShares);

  MoveShares shares() const;
  // One more move, which each part made this likely, up to a common factor. All 0: nothing was learnt.
  void learn(const std::array<double, kMoveParts>& likelihood);

 private:
  std::array<double, kMoveParts> prior_;
  std::array<double, kMoveParts> turns_;
};

// The boards before one unseen move, few enough to ask every part of the mixture about them.
class UnseenMove {
 public:
  // `parents` as for expand(); where they are many, a fixed number of them is drawn in proportion to weight, always
  // the same ones.
  UnseenMove(const BoardSet& parents, const OwnSide& own, Square captured, const MoveSituation& situation);

  // How likely each part makes the notice together with this window.
  std::array<double, kMoveParts> likelihood(const Window& window, ThreadPool& threads) const;

 private:
  BoardSet parents_;
  OwnSide own_;
  Square captured_;
  MoveSituation situation_;
};

}  // namespace lanternfish
