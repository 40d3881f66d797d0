#pragma once

// How well the model of the opponent's moves has foreseen this opponent: by how many bits a turn it gave more
// probability to what notice and sense showed than a player of random requests would have. About 0 against random
// players; the model's habits follow an opponent, and so it does where the model is surprised again and again.

#include <optional>

#include "belief/belief.h"
#include "belief/unseen_move.h"
#include "engine/random.h"
#include "support/thread_pool.h"

namespace lanternfish {

class Foresight {
 public:
  // Of most opponents, and of every one before its first move.
  static constexpr double kUsualBits = 1.5;

  // Just before the notice of a move; `belief` is before it. Costs some milliseconds at the next sense.
  void before_notice(const Belief& belief, Random& random);
  // Every event after that, with my side before it.
  void observe(const Observation& event, const OwnSide& before);

  // The mean over the game; older turns count less.
  double bits() const { return bits_ / turns_; }

 private:
  ThreadPool alone_{1};  // the work is too little to share
  BoardSet boards_;
  MoveContext expected_;
  std::optional<UnseenMove> unseen_;
  double turns_ = 3;  // with which the usual bits count
  double bits_ = turns_ * kUsualBits;
};

}  // namespace lanternfish
