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
    Shares shares{};
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

// How the opponent chooses its moves: by the move model alone, as an evaluator would judge them, or as a player would
// that decides by what it can know. Shares of a whole.
struct MoveTrust {
  float judged = 0, foreseen = 0;
};
// What each of the three makes of the same turn.
struct MoveLikelihood {
  double plain = 0, judged = 0, foreseen = 0;
};

// The same, learnt.
class LearntTrust : private LearntShares<3> {
 public:
  // `judged`: the trust in the judgements of a usual opponent of which nothing is foreseen.
  explicit LearntTrust(float judged = kUsualTrust);

  MoveTrust trust() const { return {shares()[1], shares()[2]}; }
  // One more turn. Where nothing was foreseen, what was judged stands for it.
  void learn(const MoveLikelihood& of) { LearntShares::learn({of.plain, of.judged, of.foreseen}); }
};

}  // namespace lanternfish
