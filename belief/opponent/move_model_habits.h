#pragma once

// The shares of the parts of a mixture in one opponent, learnt during a game from one player's observations.
//
// After each sense the likelihood of a part is the weight that the part gives to the boards which agree with notice and
// window. The shares follow by online expectation maximisation: each turn is credited to the parts in proportion to
// share times likelihood. Older turns decay towards the usual opponent, so no share ever reaches 0.

#include <algorithm>
#include <numeric>

#include "belief/opponent/move_model.h"

namespace lanternfish {

// The number of turns credited to each part, and the shares that follow.
template <std::size_t parts>
class LearntShares {
 public:
  using Shares = std::array<float, parts>;

  // `usual` adds up to 1. `prior_turns`: the weight of `usual`, in turns. `decay`: the factor by which older turns
  // count less at each new turn; the prior keeps its weight.
  LearntShares(const Shares& usual, double prior_turns, double decay) : decay_(decay) {
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

  // One more turn. `likelihood` may have any common factor; where all are 0 nothing is learnt.
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
      turns_[part] = decay_ * turns_[part] + (1 - decay_) * prior_[part] + credit[part] / all;
    }
  }

 private:
  double decay_;
  std::array<double, parts> prior_;
  std::array<double, parts> turns_;
};

// The shares of the parts of the move model.
class MoveHabits : public LearntShares<kMoveParts> {
 public:
  explicit MoveHabits(const MoveShares& usual = kUsualShares);
};

// The probability that the opponent chooses its moves as an evaluator would judge them.
class EvaluatorTrust : private LearntShares<2> {
 public:
  explicit EvaluatorTrust(float usual = kUsualTrust);

  float trust() const { return shares()[0]; }
  // One more turn, with its likelihood by the model with judgements and without.
  void learn(double with_judgements, double without) { LearntShares::learn({with_judgements, without}); }
};

}  // namespace lanternfish
