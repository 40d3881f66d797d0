#pragma once

// How to sense and how to move: the interface of our own player and of the published ones, which are built from the
// same parts.

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "belief/belief.h"
#include "engine/config.h"
#include "engine/random.h"
#include "engine/reports.h"
#include "engine/time_manager.h"
#include "eval/evaluator.h"
#include "game/game_log.h"
#include "support/thread_pool.h"

namespace lanternfish {

// What a player decides from, and what it may use, during one thinking command.
struct Situation {
  const Config& config;
  const Belief& belief;
  Evaluator& evaluator;
  ThreadPool& threads;
  Random& random;
  const GameLog& log;
  std::optional<std::int64_t> time_left_ms;  // on the clock, where there is one
  Budget budget;
  // Reports the candidates found so far, best first. May be called as often as the player likes.
  std::function<void(CandidateReport)> report;

  Color me() const { return belief.own().me(); }
};

class StrategyPlayer {
 public:
  virtual ~StrategyPlayer() = default;

  // How it shares its clock out.
  virtual TimeUse time_use() const { return {}; }
  // Called just before the notice of the opponent's move is taken in: on the boards of the belief the opponent is to
  // move. Not called before the first notice of the side that moves first.
  virtual void before_notice(const Belief& /*belief*/, Random& /*random*/) {}
  // Every event of the game in order, with my side before and after it.
  virtual void observe(const Observation& /*event*/, const OwnSide& /*before*/, const OwnSide& /*after*/) {}
  // One of `allowed`, which is not empty. kNoSquare among them means no sense.
  virtual Square choose_sense(Situation& situation, std::span<const Square> allowed) = 0;
  // One of `allowed`, which is not empty and holds requests that may be made.
  virtual Move choose_move(Situation& situation, std::span<const Move> allowed) = 0;
  // In the opponent's turn; must end soon after a stop.
  virtual void ponder(Situation& /*situation*/) {}
};

// A sense that never does harm, where nothing tells one square from another: any of `allowed`, squares without own
// pieces around them first.
Square any_sense(std::span<const Square> allowed, const OwnSide& own, Random& random);

}  // namespace lanternfish
