#pragma once

// One player of one game. It owns the belief, whose log is the game, and the random numbers, borrows evaluator and
// threads, and reports by callback.
//
// The agent never throws for what a host says: a wrong observation comes back as an error and changes nothing.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/config.h"
#include "engine/reports.h"
#include "eval/evaluator.h"
#include "game/clock.h"
#include "game/game_log.h"
#include "support/thread_pool.h"

namespace lanternfish {

class Belief;

class Agent {
 public:
  Agent(const Config& config, Evaluator& evaluator, ThreadPool& threads, AgentReports reports = {});
  ~Agent();

  bool has_game() const;  // since the first successful set_position
  // The present game as it was told; GameLog::none() without one. Valid until the next set_position.
  const GameLog& log() const;

  // A second agent in the same game, with the same boards and the same clock, whose decisions draw other lots: for
  // asking what this one may do. It reports nothing. Its player has heard the events, but was not asked before the
  // notices. Shares settings, evaluator and threads, so that only one of the two may work at a time. Needs a game.
  std::unique_ptr<Agent> fork(std::uint64_t seed) const;

  // Exchanges settings, evaluator and threads between two commands. Belief and game stay; the old evaluator and threads
  // are not used any more. The player of another strategy or network has heard the events so far, but was not asked
  // before the notices. Config::seed and the memory count from the next new game on.
  void reconfigure(const Config& config, Evaluator& evaluator, ThreadPool& threads);

  // Starts a game at `start` as `me` and takes in `history`; where `history` extends the present game, takes in the new
  // events only. On an error nothing has changed. A long history costs about what a few events may cost; after a stop
  // the rest of it costs next to nothing. What is not worked out by then is deferred.
  EventStatus set_position(const Board& start, Color me, std::span<const Observation> history,
                           std::stop_token stop = {});
  // Takes in all events, or none on an error. Each takes as long as the clock last told allows, or
  // Config::event_time_ms where no clock was told; the rest is deferred.
  EventStatus observe(std::span<const Observation> events);
  void game_over();

  // The square to sense, in phase kSense. One of `only` unless that is empty; kNoSquare in it allows no sense.
  Square choose_sense(const Clock& limits, std::span<const Square> only, std::stop_token stop);
  // The request to make, in phase kMove. One of `only` unless that is empty; the pass when `only` holds nothing that
  // may be requested.
  Move choose_move(const Clock& limits, std::span<const Move> only, std::stop_token stop);
  // For programs that measure what knowledge is worth: `change` may weigh the boards anew before each sense that is not
  // the book's, after the opponent's last move was judged. A fork is without it.
  void before_senses(std::function<void(Belief&)> change);
  // Thinks ahead in phase kOpponent, until stopped or the limits are reached. Changes no answer, only its speed.
  void ponder(const Clock& limits, std::stop_token stop);

  // Whether events left work undone that can be done while nobody waits.
  bool has_work_left() const;
  // Does some of it, until stopped; at most about as much as one event may be.
  void work_on(std::stop_token stop);

  // Keeps at most this many boards live in the present game and defers the others: bounds the time of events.
  void limit_boards(std::size_t boards);

  // Needs a game; valid until the next set_position or reconfigure.
  const Belief& belief() const;
  // Without a game these five know no boards.
  std::uint64_t boards() const;
  // The probability of `board`; 0 when it is not held.
  double probability(const Board& board) const;
  // The likeliest boards, at most `limit`, best first.
  std::vector<std::pair<Board, double>> likeliest(std::size_t limit) const;
  // Probability per own-relative piece of the opponent: [type][square], in [0, 1].
  std::vector<std::array<double, 64>> piece_probabilities() const;
  // My pieces alone.
  Board own_pieces() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanternfish
