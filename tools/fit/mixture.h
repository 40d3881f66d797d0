#pragma once

// The whole move model as it is fitted: styles by expectation maximisation over players, and what an opponent is
// usually made of.

#include <array>

#include "belief/opponent/move_model.h"
#include "tools/fit/logit.h"

namespace lanternfish {

struct Mixture {
  std::array<Coefficients, kMoveStyles> styles;
  MoveShares usual{};
};

using PartLikelihood = std::array<double, kMoveParts>;

// How likely each part makes each move of a decision: [move][part].
std::vector<PartLikelihood> part_likelihoods(const Mixture& mixture, const Decisions& decisions,
                                             const MoveDecision& decision);

// Fits on the players for whom `use` holds, by index. `progress` is told after each round.
Mixture fit_mixture(const Decisions& decisions, const std::function<bool(const PlayerMoves&)>& use, ThreadPool& threads,
                    const std::function<void(int round, double bits)>& progress);

}  // namespace lanternfish
