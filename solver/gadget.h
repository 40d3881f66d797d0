#pragma once

// The opponent's choice at the root: in which of its information sets play goes on.
//
// For each set J two choices are learnt side by side, by the same regret rule as everywhere:
//   resolve     p(J): go on at J, or decline and take the alternate value; J itself is drawn by its prior a(J)
//   maxmargin   q(J): one distribution over all J, paid the value of going on less the alternate value
// What the searcher's regrets are weighted by is
//   kResolve    a(J) p(J)
//   kMaxmargin  q(J)
//   kBlend      e a(J) p(J) + (1 - e) q(J), where e is the greatest p(J) (Zhang and Sandholm 2025)
// When the searcher leaves the opponent nothing to gain at any J, p falls to zero everywhere: resolve alone would then
// have no use for a better strategy, and the blend goes over to maxmargin.

#include <span>
#include <vector>

#include "solver/regret.h"
#include "solver/subgame.h"

namespace lanternfish::solver {

class RootGadget {
 public:
  explicit RootGadget(const Subgame& subgame);

  std::size_t sets() const { return reach_.size(); }  // 1 for kPlain
  // How much the opponent plays to each set under its present strategy; not normalised. All 0 only with kResolve, when
  // the opponent declines everywhere.
  std::span<const float> reach() const { return reach_; }

  // Takes what going on at each set is worth to the opponent, given the set, and makes the next choices. Does nothing
  // for kPlain.
  void update(std::span<const float> entered, Rule rule);

  // What going on was worth to the opponent beyond its alternate value, at the last update.
  std::span<const float> margins() const { return margin_; }

  // e above: near 1 resolve is in force, near 0 maxmargin. 1 for kResolve and kPlain, 0 for kMaxmargin.
  double entering() const { return entering_; }
  // The same, averaged over all updates, where update t counts t times.
  double mean_entering() const { return mean_entering_; }

  std::size_t bytes() const { return sets() * 10 * sizeof(float); }

 private:
  void set_reach();

  RootKind kind_;
  std::vector<float> alternate_;               // to the opponent
  std::vector<float> prior_;                   // sum 1
  std::vector<float> enter_, enter_regret_;    // two entries a set: go on, decline
  std::vector<float> picked_, picked_regret_;  // maxmargin
  std::vector<float> margin_, reach_;
  double entering_, mean_entering_;
  double updates_ = 0;
};

}  // namespace lanternfish::solver
