#pragma once

// One player's belief through one game: every board that agrees with what was observed.
//
// A board is either live, that is held, or covered by a deferred parent (set/deferred.h). While memory suffices nothing
// is deferred, and the live set is exact. Weights of live boards are probabilities and add up to 1.
//
// Kings: where my move captured the king on some boards only, these boards are dropped, because the host would have
// ended the game. Where it captured the king on every board, the boards stay, because the game is over.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "belief/event_limits.h"
#include "belief/opponent_learner.h"
#include "belief/past_event.h"
#include "belief/preparation.h"
#include "belief/set/deferred.h"
#include "belief/set/interruption.h"
#include "game/game_log.h"

namespace lanternfish {

struct BeliefLimits {
  // For live set, children being made and deferred parents together. Memory that does not grow with the number of
  // boards (tables, scratch, rounding of slabs) comes on top: 24 MB, and 12 MB for each thread after the first.
  std::size_t memory_bytes = std::size_t{1} << 30;
};

class Belief {
 public:
  // `start` is the position before any event. `threads` must live as long as the belief, or until use_threads(). A copy
  // of a belief holds the same boards and has nothing prepared.
  Belief(const Board& start, Color me, const BeliefLimits& limits, ThreadPool& threads,
         MoveModelKind moves = MoveModelKind::kUniform);

  struct Update {
    std::uint64_t boards_before = 0;
    std::uint64_t boards = 0;
    std::uint64_t deferred = 0;  // parents
    std::uint64_t made = 0;      // boards, about: by a notice and by catching up
  };

  // Takes in the next event, which log() has checked. Work beyond `limits` is deferred.
  Update observe(const CheckedEvent& event, const EventLimits& limits = {});
  // Checks it first: an event that comes out of turn or contradicts my own pieces is refused, and nothing changes.
  Result<Update> observe(const Observation& event, const EventLimits& limits = {});
  // The game is over.
  void end_game() { log_.end(); }

  // Expands deferred parents, likeliest first. Ends when no parent is left, the live set is half full, about `boards`
  // boards were made on the way, or a stop is requested; that is looked at before each event that parents are led
  // through, and every 64 parents. Returns about how many boards were made.
  std::uint64_t catch_up(std::uint64_t boards, const Interruption& until);
  // Whether parents are deferred and the live set has room for what comes of them.
  bool can_catch_up() const { return !deferred_.empty() && live_.size() < live_limit_ / 2; }
  // Whether parents are deferred and the live set is so small that the true board may well be under one of them.
  bool runs_low() const { return !deferred_.empty() && live_.size() < low_water(live_limit_); }

  // Makes the boards after the opponent's next move before its notice, for each capture square and for no capture, as
  // far as memory permits. Changes no result: the notice only becomes quick. Returns true when nothing is left to
  // prepare. Stops within a few milliseconds when `stop` is requested; the next call continues.
  bool prepare(const Interruption& stop);
  // The same for one capture square alone: makes a long notice one that can be interrupted. Drops what was prepared for
  // other capture squares only.
  bool prepare_for(Square captured, const Interruption& stop);
  bool is_prepared_for(Square captured) const { return preparation_.covers(captured); }

  // Keeps up to `limit` of the likeliest boards before each unseen move, from its notice to the own move, so that
  // reweigh() can use them. 0, the initial value: none. Without effect for the uniform model.
  void remember_parents(std::size_t limit) { opponent_.set_parents_limit(limit); }
  // The boards kept before the last unseen move; null where none are kept.
  const LikelyParents* parents() const { return opponent_.parents(); }
  // Weighs the boards anew by an evaluator's judgements of the opponent's possible moves: judgements[i] is about board
  // i of parents(); empty judgements, and missing ones at the end, change nothing. The set of boards stays the same.
  // May be called again with judgements of other boards. Does nothing where no parents are kept. Must not be called
  // while a preparation is under way, that is between prepare() and the notice.
  void reweigh(std::span<const MoveJudgements> judgements);
  // Multiplies the weight of each live board by its factor. A factor of 0 drops the board: only whoever knows the true
  // board may do that. Must not be called while a preparation is under way.
  void weigh(const std::function<double(const Hypothesis&)>& factor);
  // How the opponent chooses its moves, as learnt in this game.
  MoveTrust trust() const { return opponent_.trust(); }

  // Keeps the live set below this number of boards, or below what memory permits if that is less. Bounds the time of
  // the next events.
  void set_live_limit(std::size_t boards);
  void use_threads(ThreadPool& threads) { threads_ = &threads; }
  const BeliefLimits& limits() const { return limits_; }

  // The game as it was told.
  const GameLog& log() const { return log_; }
  const OwnSide& own() const { return log_.own(); }
  const BoardSet& boards() const { return live_; }
  std::size_t deferred() const { return deferred_.size(); }
  const DeferredParents& deferred_parents() const { return deferred_; }
  // How the opponent's next move is expected, with what was learnt so far.
  MoveContext next_move() const { return opponent_.next_move(log_); }
  // About the memory that the opponent's next move will take on top of what is held. 0 while it is not awaited.
  std::size_t bytes_for_notice() const;
  // Memory of all boards held.
  std::size_t bytes() const { return live_.bytes() + deferred_.bytes() + preparation_.bytes(); }

  // 0 where `board` is not in the live set.
  double probability(const Board& board) const;

 private:
  ExpandLimits expand_limits() const;
  static std::size_t low_water(std::size_t capacity);
  // `parents`, boards before event `index`, after it. Parents that come too late for `until` are deferred.
  BoardSet advance(BoardSet parents, std::size_t index, const Interruption& until);
  // The same with a few of those that came too late, likeliest first, so that time that runs out before anything was
  // made leaves a live set all the same. They are taken out of `left_out`.
  BoardSet advance_few(std::vector<Hypothesis>& left_out, std::size_t index);
  // catch_up() until the live set has `enough` boards.
  std::uint64_t catch_up_to(std::size_t enough, std::uint64_t boards, const Interruption& until);
  // What comes of the group through all events since; empty where it was deferred again on the way. Adds to `made`.
  BoardSet lead_on(const DeferredGroup& group, std::uint64_t boards, const Interruption& until, std::uint64_t& made);
  // Adds to the deferred parents boards before event `index`.
  void defer(std::size_t index, std::vector<Hypothesis> parents);
  // Defers the lightest of `parents`, boards before event `index`, until the rest has about `capacity` children.
  void defer_unlikely(BoardSet& parents, std::size_t index, std::size_t capacity);
  void merge(const std::vector<BoardSet>& more);
  void settle_king_capture();
  void rescale();

  ThreadPool* threads_;
  BeliefLimits limits_;
  std::size_t live_limit_;
  GameLog log_;
  std::vector<PastEvent> past_;  // of each event of the log
  BoardSet live_;
  DeferredParents deferred_;
  Preparation preparation_;  // of live_
  OpponentLearner opponent_;
};

}  // namespace lanternfish
