#pragma once

// One player's belief through one game: every board consistent with what was observed.
//
// Boards are either live, held as they are now, or covered by a deferred parent. Without a shortage of memory nothing
// is deferred and the live set is exact. After an own move that captured the king on some boards only, those are
// dropped: the host would have ended the game. Where it captured the king on every board they stay, for the game is
// over.

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "belief/likely_parents.h"
#include "belief/opponent/move_model_habits.h"
#include "belief/set/deferred.h"
#include "belief/set/expand.h"
#include "belief/set/interruption.h"
#include "belief/unseen_move.h"
#include "rules/observation.h"

namespace lanternfish {

struct BeliefLimits {
  // Of live set, children under construction and deferred parents together. What does not grow with the number of
  // boards (tables, scratch, the rounding of slabs) comes on top: 24 MB, and 12 MB for each thread after the first.
  std::size_t memory_bytes = std::size_t{1} << 30;
};

class Belief {
 public:
  Belief(const Board& start, Color me, const BeliefLimits& limits, ThreadPool& threads,
         MoveModelKind moves = MoveModelKind::kUniform);

  struct Update {
    std::uint64_t boards_before = 0;
    std::uint64_t boards = 0;
    std::uint64_t deferred = 0;
  };

  // Takes in the next event. The caller minds the order of events; what contradicts the own pieces is refused, and
  // nothing changes then.
  Result<Update> observe(const Observation& event);

  // Works through deferred parents, likeliest first, until none is left, the live set is full, `boards` boards were
  // made on the way, or a stop is requested.
  void catch_up(std::uint64_t boards, std::stop_token stop);

  // Makes the boards after the opponent's next move ahead of its notice, for each capture square and none, as far as
  // memory goes. The notice then only picks a part; what it leaves is the same as without. Can be interrupted, within a
  // few milliseconds, and called again. True when nothing is left to prepare.
  bool prepare(const Interruption& stop);
  bool is_prepared_for(Square captured) const { return prepared_ && prepared_->covers(captured); }

  // From now on, as many of the likeliest boards before each unseen move are kept from its notice to the own move, for
  // hear(). 0, as at the beginning: none. Of no use without the fitted model.
  void remember_parents(std::size_t limit) { remembered_parents_ = limit; }
  // Those of the last unseen move, before the own move; null: none were kept.
  const LikelyParents* parents() const { return parents_ ? &*parents_ : nullptr; }
  // Weighs the boards anew by what an evaluator says of the opponent's choice on parents(), in their order; an empty
  // word: nothing. May be called again for others of them. Boards neither come nor go. How much the opponent cares for
  // the word is learnt from what follows. No preparation must be under way: not between the own move and the notice.
  void hear(std::span<const EvaluatorWord> words);
  // In [0, 1]: how much it seems to care.
  float evaluator_trust() const { return trust_.trust(); }

  // Keeps the live set below this many boards, if memory allows as many. Bounds the time of the next events.
  void set_live_limit(std::size_t boards);
  void use_threads(ThreadPool& threads) { threads_ = &threads; }

  const OwnSide& own() const { return own_; }
  const BoardSet& boards() const { return live_; }
  std::size_t deferred() const { return deferred_.size(); }
  const DeferredParents& deferred_parents() const { return deferred_; }
  std::size_t events() const { return events_.size(); }
  // How the opponent's next move is expected; learns from each sense what the opponent is made of.
  MoveContext next_move() const;
  // Of all boards held, in bytes.
  std::size_t bytes() const { return live_.bytes() + deferred_.bytes() + (prepared_ ? prepared_->bytes() : 0); }

  double probability(const Board& board) const;

 private:
  ExpandLimits expand_limits() const;
  // What can be prepared within the memory.
  std::vector<Square> captures_to_prepare() const;
  BoardSet advance(BoardSet parents, std::size_t event);
  void defer_unlikely(BoardSet& parents, std::size_t event, std::size_t capacity);
  void merge(const BoardSet& more);
  void settle_king_capture();
  void rescale();
  void learn_habits(const Observation& event);
  void remember_parents_of(const OpponentMoved& notice);
  void learn_trust();

  ThreadPool* threads_;
  BeliefLimits limits_;
  std::size_t live_limit_;
  OwnSide own_;
  BoardSet live_;
  DeferredParents deferred_;
  std::vector<Observation> events_;
  std::vector<OwnSide> own_before_;  // by event
  std::vector<MoveContext> moves_;   // by event: as expected when it came
  MoveModelKind move_model_;
  MoveHabits habits_;
  EvaluatorTrust trust_;
  std::size_t remembered_parents_ = 0;
  std::optional<LikelyParents> parents_;  // between notice and own move
  std::size_t parents_event_ = 0;         // the notice's
  std::optional<Expansion> prepared_;     // of live_ as it is
  std::optional<UnseenMove> unseen_;      // between notice and sense
  std::vector<double> log2_scale_;        // by event: log2 of what weights were multiplied with from it to now
};

}  // namespace lanternfish
