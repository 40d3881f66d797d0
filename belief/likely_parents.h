#pragma once

// The likeliest boards before an unseen move, kept after it. When an evaluator's judgements of their moves come late,
// the children are reweighed as if the set had been expanded with the judgements.

#include <span>
#include <vector>

#include "belief/opponent/move_model_habits.h"
#include "belief/set/expand.h"
#include "rules/observation.h"

namespace lanternfish {

class LikelyParents {
 public:
  // Copies the likeliest boards of `set`, at most `limit`. The other arguments are those with which `set` is expanded.
  LikelyParents(const BoardSet& set, std::size_t limit, const OwnSide& own, Square captured, const MoveContext& moves);

  // Heaviest first, with the weights before the move.
  std::span<const Hypothesis> boards() const { return boards_; }
  const OwnSide& own() const { return own_; }
  // Of the whole set, boards that were left out included.
  double total_weight() const { return total_weight_; }
  // Whether any board was judged.
  bool any_judged() const { return judged_ > 0; }

  // Takes judgements: judgements[i] is about boards()[i]; empty judgements, and missing ones at the end, are no
  // judgements. A board keeps its first judgements. The children of boards that are judged for the first time get, in
  // `live`, the weights they would have had from the start if the opponent followed the judgements as far as
  // `trust` says. `scale` is the factor between weights at the time of the expansion and weights in `live`. Children
  // that are no longer in `live` are left out.
  void reweigh(std::span<const MoveJudgements> judgements, const MoveTrust& trust, double scale, BoardSet& live,
               ThreadPool& threads);

  // How much of the weight of judged boards goes to children that show `window`, by each way of choosing moves. Where a
  // board has judgements and nothing foreseen, these stand for both.
  MoveLikelihood likelihood(const Window& window, ThreadPool& threads) const;

 private:
  // The children of boards_[i] for each i of `which`, all of them judged, with the judgements followed as far as
  // `trust` says. For any trust the same boards in the same order.
  BoardSet children(const std::vector<std::uint32_t>& which, const MoveTrust& trust, ThreadPool& threads) const;

  std::vector<Hypothesis> boards_;
  std::vector<MoveJudgements> judgements_;  // by board
  std::size_t judged_ = 0;
  OwnSide own_;
  Square captured_;
  MoveContext moves_;
  double total_weight_;
};

}  // namespace lanternfish
