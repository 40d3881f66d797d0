#pragma once

// What the opponent may hold possible, as particles: sets of boards that the opponent cannot tell apart, each with one
// board that I hold possible (Clark 2021, section 4.1, DrawSample).
//
// Made turn by turn: a particle of my last turn, my move as the opponent was told of it, and a sense and a request of
// the opponent by its policy, so that a board comes of them that I hold possible. The paper draws requests until one
// leads to such a board, from particles of all past turns; here only requests that do are drawn from, and after a few
// particles of the last turn from which none does, the opponent is taken to know the board: one board that I hold
// possible, at random.

#include <functional>
#include <span>
#include <vector>

#include "belief/belief.h"
#include "engine/strategies/learned/sampled_belief.h"
#include "nets/net_evaluator.h"

namespace lanternfish {

class OpponentParticles {
 public:
  // `start` is the position before any event.
  OpponentParticles(const Board& start, Color me);

  // My move. To be told in order; update() must come between two of them, or all that was drawn is forgotten.
  void observe(const Moved& moved);

  // In my turn, after the notice or after the sense: drops the particles whose first board `belief` does not hold and
  // draws others until there are `count`, or until `stop` says so, which is asked every 16; there is at least one then.
  // `belief` holds at least one board. Asks the network twice for each particle that is drawn.
  void update(const Belief& belief, std::size_t count, NetEvaluator& net, const std::function<bool()>& stop,
              Random& random);

  // All of the opponent, in my turn; the first board of each is held by the belief of the last update.
  std::span<const SampledBelief> particles() const { return now_; }

 private:
  void make_my_move(Random& random);

  Color me_;
  std::vector<SampledBelief> to_move_;  // when the opponent was to move last
  std::vector<SampledBelief> now_;
  std::vector<Moved> moved_;  // since the last update
};

}  // namespace lanternfish
