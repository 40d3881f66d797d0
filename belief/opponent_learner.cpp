#include "belief/opponent_learner.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace lanternfish {

MoveContext OpponentLearner::next_move(const GameLog& log) const {
  if (model_ == MoveModelKind::kUniform) {
    return {};
  }
  MoveContext context{MoveModel::fitted(habits_.shares()), situation_before(log.own().pieces(), log.me())};
  const std::span<const Observation> history = log.history();
  if (history.empty()) {
    return context;
  }
  if (const auto* moved = std::get_if<Moved>(&history.back())) {
    context.situation.observer_to = moved->taken.is_null() ? kNoSquare : moved->taken.to;
    context.situation.observer_captured = moved->captured != kNoSquare;
  }
  const std::size_t notice = (history.size() - 1) / kEventsOfTurn * kEventsOfTurn;
  context.situation.mover_captured = std::get<OpponentMoved>(history[notice]).captured;
  return context;
}

void OpponentLearner::learn(const GameLog& log, std::span<const PastEvent> past, const BoardSet& live,
                            ThreadPool& threads, bool late) {
  const Observation& event = log.history().back();
  const OwnSide& before = log.own_after(log.size() - 1);
  if (late && !std::holds_alternative<Moved>(event)) {
    unseen_.reset();
  } else if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
    if (model_ == MoveModelKind::kFitted && !before.first_notice_is_empty()) {
      unseen_.emplace(live, before, notice->captured, past.back().moves.situation);
    }
  } else if (const auto* sensed = std::get_if<Sensed>(&event)) {
    if (unseen_) {
      habits_.learn(unseen_->likelihood(sensed->window, threads));
      unseen_.reset();
    }
  } else {
    learn_trust(log, past, live, threads);
    parents_.reset();
  }
}

// Children of parents that were not judged weigh the same with judgements and without.
void OpponentLearner::learn_trust(const GameLog& log, std::span<const PastEvent> past, const BoardSet& live,
                                  ThreadPool& threads) {
  if (!parents_ || !parents_->any_judged()) {
    return;
  }
  const Window& seen = std::get<Sensed>(log.history()[log.size() - 2]).window;
  const double scale = scale_since_notice(past);
  const MoveLikelihood made = parents_->likelihood(seen, threads);
  const MoveTrust trust = trust_.trust();
  const double held = scale * ((1 - double{trust.judged} - double{trust.foreseen}) * made.plain +
                               double{trust.judged} * made.judged + double{trust.foreseen} * made.foreseen);
  const double others = std::max(0.0, live.total_weight() - held);
  trust_.learn({scale * made.plain + others, scale * made.judged + others, scale * made.foreseen + others});
}

void OpponentLearner::keep_parents(const GameLog& log, std::span<const PastEvent> past, const BoardSet& parents) {
  const OwnSide& before = log.own_after(log.size() - 1);
  if (parents_limit_ > 0 && model_ == MoveModelKind::kFitted && !before.first_notice_is_empty()) {
    parents_.emplace(parents, parents_limit_, before, std::get<OpponentMoved>(log.history().back()).captured,
                     past.back().moves);
    notice_ = past.size() - 1;
  }
}

void OpponentLearner::reweigh(std::span<const MoveJudgements> judgements, std::span<const PastEvent> past,
                              BoardSet& live, ThreadPool& threads) {
  assert(parents_);
  parents_->reweigh(judgements, trust_.trust(), scale_since_notice(past), live, threads);
}

double OpponentLearner::scale_since_notice(std::span<const PastEvent> past) const {
  assert(parents_ && notice_ < past.size());
  return std::exp2(past[notice_].log2_scale);
}

}  // namespace lanternfish
