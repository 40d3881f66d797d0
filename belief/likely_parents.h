#pragma once

// The likeliest boards before an unseen move, kept beyond it: an evaluator's word on some of them may still change how
// likely their children are, as if the set had been expanded with that word.

#include <span>
#include <vector>

#include "belief/set/expand.h"
#include "rules/observation.h"

namespace lanternfish {

class LikelyParents {
 public:
  // At most `limit` of `set`, which is expanded as `moves` says on the notice of a capture on `captured`. `own` is my
  // side before the move.
  LikelyParents(const BoardSet& set, std::size_t limit, const OwnSide& own, Square captured, const MoveContext& moves);

  // Heaviest first, weights as they were.
  std::span<const Hypothesis> boards() const { return boards_; }
  const OwnSide& own() const { return own_; }
  // Of the whole set, those left out included.
  double total_weight() const { return total_weight_; }
  bool heard() const { return heard_ > 0; }

  // Takes in what an evaluator says of each board, in their order; an empty word: nothing. A board heard before stays
  // as it is. The children of boards heard for the first time get in `live` what they would have had from the start
  // had the opponent trusted the word with probability `trust`. Weights of `live` are `scale` times those at the time
  // of the expansion; boards that are no longer in it are not missed.
  void hear(std::span<const EvaluatorWord> words, float trust, double scale, BoardSet& live, ThreadPool& threads);

  // How much of the weight of heard boards goes to children that show `window`: with and without the word.
  struct Likelihood {
    double with_word = 0;
    double without = 0;
  };
  Likelihood likelihood(const Window& window, ThreadPool& threads) const;

 private:
  // The children of some of the boards, their words trusted so much. Always the same boards in the same order.
  BoardSet children(const std::vector<std::uint32_t>& which, float trust, ThreadPool& threads) const;

  std::vector<Hypothesis> boards_;
  std::vector<EvaluatorWord> words_;  // by board
  std::size_t heard_ = 0;
  OwnSide own_;
  Square captured_;
  MoveContext moves_;
  double total_weight_;
};

}  // namespace lanternfish
