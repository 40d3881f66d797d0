#include "belief/opponent_learner.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace lanternfish {

MoveContext OpponentLearner::next_move(const OwnSide& own, std::span<const PastEvent> past) const {
  if (model_ == MoveModelKind::kUniform) {
    return {};
  }
  MoveContext context{MoveModel::fitted(habits_.shares()), situation_before(own.pieces(), own.me())};
  if (past.empty()) {
    return context;
  }
  if (const auto* moved = std::get_if<Moved>(&past.back().observation)) {
    context.situation.observer_to = moved->taken.is_null() ? kNoSquare : moved->taken.to;
    context.situation.observer_captured = moved->captured != kNoSquare;
  }
  for (auto event = past.rbegin(); event != past.rend(); ++event) {
    if (const auto* notice = std::get_if<OpponentMoved>(&event->observation)) {
      context.situation.mover_captured = notice->captured;
      break;
    }
  }
  return context;
}

void OpponentLearner::learn(std::span<const PastEvent> past, const BoardSet& live, ThreadPool& threads) {
  const PastEvent& event = past.back();
  if (const auto* notice = std::get_if<OpponentMoved>(&event.observation)) {
    if (model_ == MoveModelKind::kFitted && !event.own_before.first_notice_is_empty()) {
      unseen_.emplace(live, event.own_before, notice->captured, event.moves.situation);
    }
  } else if (const auto* sensed = std::get_if<Sensed>(&event.observation)) {
    if (unseen_) {
      habits_.learn(unseen_->likelihood(sensed->window, threads));
      unseen_.reset();
    }
  } else {
    learn_trust(past, live, threads);
    parents_.reset();
  }
}

// Children of parents that were not judged weigh the same with judgements and without.
void OpponentLearner::learn_trust(std::span<const PastEvent> past, const BoardSet& live, ThreadPool& threads) {
  if (!parents_ || !parents_->any_judged()) {
    return;
  }
  const auto* sensed = past.size() < 2 ? nullptr : std::get_if<Sensed>(&past[past.size() - 2].observation);
  const double scale = scale_since_notice(past);
  const auto judged = parents_->likelihood(sensed == nullptr ? Window{} : sensed->window, threads);
  const double trust = static_cast<double>(trust_.trust());
  const double held = scale * (trust * judged.with_judgements + (1 - trust) * judged.without);
  const double others = std::max(0.0, live.total_weight() - held);
  trust_.learn(scale * judged.with_judgements + others, scale * judged.without + others);
}

void OpponentLearner::keep_parents(std::span<const PastEvent> past, const BoardSet& parents) {
  const PastEvent& event = past.back();
  assert(std::holds_alternative<OpponentMoved>(event.observation));
  if (parents_limit_ > 0 && model_ == MoveModelKind::kFitted && !event.own_before.first_notice_is_empty()) {
    parents_.emplace(parents, parents_limit_, event.own_before, std::get<OpponentMoved>(event.observation).captured,
                     event.moves);
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
