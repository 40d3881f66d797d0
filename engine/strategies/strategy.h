#pragma once

// How to sense and how to move: one of these for each published system, built from the same parts.

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

  // Whether the exact belief is of use; without it few boards are kept.
  virtual bool needs_belief() const { return true; }
  // Every event of the game in order, with my side before and after it.
  virtual void observe(const Observation& /*event*/, const OwnSide& /*before*/, const OwnSide& /*after*/) {}
  // One of `allowed`, which is not empty. kNoSquare among them means no sense.
  virtual Square choose_sense(Situation& situation, std::span<const Square> allowed) = 0;
  // One of `allowed`, which is not empty and holds requests that may be made.
  virtual Move choose_move(Situation& situation, std::span<const Move> allowed) = 0;
  // In the opponent's turn; must end soon after a stop.
  virtual void ponder(Situation& /*situation*/) {}
};

std::unique_ptr<StrategyPlayer> make_random_player();
// `seed` chooses one of the four attacks.
std::unique_ptr<StrategyPlayer> make_attacker_player(Color me, std::uint64_t seed);
std::unique_ptr<StrategyPlayer> make_trout_player(const Board& start, Color me);
std::unique_ptr<StrategyPlayer> make_lanternfish_player();

// A sense that never does harm, where nothing tells one square from another: any of `allowed`, squares without own
// pieces around them first.
Square any_sense(std::span<const Square> allowed, const OwnSide& own, Random& random);

}  // namespace lanternfish
