#pragma once

// The likelihood, by each part of the move model, of what a notice and a sense have shown. MoveHabits learns from it.

#include <array>

#include "belief/set/expand.h"
#include "rules/observation.h"

namespace lanternfish {

// A sample of the boards before one unseen move.
class UnseenMove {
 public:
  // Arguments as for expand(). From a large set a fixed number of boards is drawn in proportion to weight, without
  // randomness.
  UnseenMove(const BoardSet& parents, const OwnSide& own, Square captured, const MoveSituation& situation);

  // The likelihood of the notice together with this window, by part.
  std::array<double, kMoveParts> likelihood(const Window& window, ThreadPool& threads) const;

 private:
  BoardSet parents_;
  OwnSide own_;
  Square captured_;
  MoveSituation situation_;
};

}  // namespace lanternfish
