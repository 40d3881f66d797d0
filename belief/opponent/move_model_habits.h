#pragma once

// What an opponent turns out to be made of, learnt from one player's own observations.
//
// After each sense every part of the mixture is asked how much of the weight it would have given to boards that the
// notice and the sense then left; that is how likely it made what was seen. The shares follow as in the online form of
// expectation maximisation: each turn counts for the parts in proportion to share times likelihood, older turns count
// less and less, and what they lose goes back to the usual opponent. So no share ever reaches 0.

#include <algorithm>
#include <numeric>

#include "belief/opponent/move_model.h"

namespace lanternfish {

// Counts turns by the part of a mixture they are put down to.
template <std::size_t parts>
class LearntShares {
 public:
  using Shares = std::array<float, parts>;

  // `usual` adds up to 1 and counts for so many turns; of what was learnt, `kept` is kept from turn to turn.
  LearntShares(const Shares& usual, double prior_turns, double kept) : kept_(kept) {
    for (std::size_t part = 0; part < parts; ++part) {
      prior_[part] = turns_[part] = prior_turns * static_cast<double>(usual[part]);
    }
  }

  Shares shares() const {
    const double all = std::accumulate(turns_.begin(), turns_.end(), 0.0);
    Shares shares;
    std::transform(turns_.begin(), turns_.end(), shares.begin(),
                   [&](double turns) { return static_cast<float>(turns / all); });
    return shares;
  }

  // One more move, which each part made this likely, up to a common factor. All 0: nothing was learnt.
  void learn(const std::array<double, parts>& likelihood) {
    const Shares now = shares();
    std::array<double, parts> credit;
    double all = 0;
    for (std::size_t part = 0; part < parts; ++part) {
      credit[part] = static_cast<double>(now[part]) * likelihood[part];
      all += credit[part];
    }
    if (all <= 0) {
      return;
    }
    for (std::size_t part = 0; part < parts; ++part) {
      turns_[part] = kept_ * turns_[part] + (1 - kept_) * prior_[part] + credit[part] / all;
    }
  }

 private:
  double kept_;
  std::array<double, parts> prior_;
  std::array<double, parts> turns_;
};

// Of the parts of the move model.
class MoveHabits : public LearntShares<kMoveParts> {
 public:
  explicit MoveHabits(const MoveShares& usual = kUsualShares);
};

// Whether the opponent's moves are chosen with an eye to what an evaluator would say.
class EvaluatorTrust : private LearntShares<2> {
 public:
  explicit EvaluatorTrust(float usual = kUsualTrust);

  float trust() const { return shares()[0]; }
  // One more move: how likely it was with the evaluator's word, and without.
  void learn(double with_word, double without) { LearntShares::learn({with_word, without}); }
};

}  // namespace lanternfish
