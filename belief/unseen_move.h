#pragma once

// How likely each part of the move model made what a notice and a sense have shown.

#include <array>

#include "belief/set/expand.h"
#include "rules/observation.h"

namespace lanternfish {

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
