#pragma once

// What one player learns of its opponent during a game: habits (the shares of the parts of the move model) and trust
// (how much the opponent's moves follow an evaluator's judgements). Also holds the likeliest boards before the last
// unseen move, whose children can be reweighed.

#include <optional>
#include <span>

#include "belief/likely_parents.h"
#include "belief/opponent/move_model_habits.h"
#include "belief/past_event.h"
#include "belief/unseen_move.h"
#include "game/game_log.h"

namespace lanternfish {

class OpponentLearner {
 public:
  // With the uniform model nothing is learnt and no parents are kept.
  explicit OpponentLearner(MoveModelKind model) : model_(model) {}

  // How the opponent's next move is expected.
  MoveContext next_move(const GameLog& log) const;

  // Learns from the last event of `log`; `past` has an element for each. `live` are the boards before the event.
  // `late`: there is no time to learn from what was not seen.
  void learn(const GameLog& log, std::span<const PastEvent> past, const BoardSet& live, ThreadPool& threads, bool late);

  // The number of parents that keep_parents() keeps; 0, the initial value, for none.
  void set_parents_limit(std::size_t limit) { parents_limit_ = limit; }
  // Keeps the likeliest of `parents`, the boards before the last event of `log`, which is a notice. The next own move
  // drops them.
  void keep_parents(const GameLog& log, std::span<const PastEvent> past, const BoardSet& parents);
  // Null where none are kept.
  const LikelyParents* parents() const { return parents_ ? &*parents_ : nullptr; }
  // LikelyParents::reweigh() of parents(), which must be there.
  void reweigh(std::span<const MoveJudgements> judgements, std::span<const PastEvent> past, BoardSet& live,
               ThreadPool& threads);

  MoveTrust trust() const { return trust_.trust(); }

 private:
  void learn_trust(const GameLog& log, std::span<const PastEvent> past, const BoardSet& live, ThreadPool& threads);
  // The factor between weights before the notice of parents_ and weights now.
  double scale_since_notice(std::span<const PastEvent> past) const;

  MoveModelKind model_;
  MoveHabits habits_;
  LearntTrust trust_;
  std::optional<UnseenMove> unseen_;  // from notice to sense
  std::size_t parents_limit_ = 0;
  std::optional<LikelyParents> parents_;  // from notice to own move
  std::size_t notice_ = 0;                // index of the notice of parents_
};

}  // namespace lanternfish
