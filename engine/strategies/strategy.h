#pragma once

// How to sense and how to move: one of these for each published system, built from the same parts.

#include <limits>
#include <memory>
#include <span>

#include "belief/belief.h"
#include "engine/agent.h"
#include "engine/random.h"
#include "engine/time_manager.h"

namespace lanternfish {

// What a strategy decides from and with, during one thinking command.
struct Situation {
  const Config& config;
  const Belief& belief;
  Evaluator& evaluator;
  ThreadPool& threads;
  Random& random;
  Effort effort;
  bool effort_is_fixed;  // else deeper where time is left
  int quiet_plies;       // since something irreversible that I know of: no less than the halfmove clock
  std::optional<std::int64_t> time_left_ms;  // on the clock, where there is one
  PhaseBudget budget;
  std::stop_token stop;
  // Reports candidates found so far, best first. The strategy may call it as often as it likes.
  std::function<void(CandidateReport)> report;

  Color me() const { return belief.own().me(); }
  bool out_of_time() const { return stop.stop_requested() || Clock::now() >= budget.deadline; }
};

class StrategyPlayer {
 public:
  virtual ~StrategyPlayer() = default;

  // Whether the exact belief is of use.
  virtual bool needs_belief() const { return true; }
  // How many boards the belief is to hold at most; without use for it, few.
  virtual std::size_t most_boards() const {
    return needs_belief() ? std::numeric_limits<std::size_t>::max() : kBoardsWithoutUse;
  }
  virtual TimeUse time_use(const Config& /*config*/) const { return {}; }
  // The belief as it is when the opponent moves, just before the notice of that move is taken in: its boards have the
  // opponent to move. Not called before the first mover's first notice.
  virtual void before_notice(const Belief& /*belief*/, Random& /*random*/) {}
  // Every event of the game in order, with my side before and after it.
  virtual void observe(const Observation& /*event*/, const OwnSide& /*before*/, const OwnSide& /*after*/) {}
  // One of `allowed`, which is not empty. kNoSquare among them means no sense.
  virtual Square choose_sense(Situation& situation, std::span<const Square> allowed) = 0;
  // One of `allowed`, which is not empty and holds requests that may be made.
  virtual Move choose_move(Situation& situation, std::span<const Move> allowed) = 0;
  // In the opponent's turn; must end soon after a stop.
  virtual void ponder(Situation& /*situation*/) {}

 private:
  static constexpr std::size_t kBoardsWithoutUse = 2'000;
};

// A sense that never does harm, where nothing tells one square from another: any of `allowed`, squares without own
// pieces around them first.
Square any_sense(std::span<const Square> allowed, const OwnSide& own, Random& random);

}  // namespace lanternfish
