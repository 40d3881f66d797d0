// What a belief holds of the opponent's way of playing, and learns of it.

#include <algorithm>
#include <cmath>

#include "belief/belief.h"

namespace lanternfish {

MoveContext Belief::next_move() const {
  if (move_model_ == MoveModelKind::kUniform) {
    return {};
  }
  MoveContext context{MoveModel::fitted(habits_.shares()), situation_before(own_.pieces(), own_.me())};
  if (events_.empty()) {
    return context;
  }
  if (const auto* moved = std::get_if<Moved>(&events_.back())) {
    context.situation.observer_to = moved->taken.is_null() ? kNoSquare : moved->taken.to;
    context.situation.observer_captured = moved->captured != kNoSquare;
  }
  for (auto event = events_.rbegin(); event != events_.rend(); ++event) {
    if (const auto* notice = std::get_if<OpponentMoved>(&*event)) {
      context.situation.mover_captured = notice->captured;
      break;
    }
  }
  return context;
}

void Belief::learn_habits(const Observation& event) {
  if (move_model_ == MoveModelKind::kUniform) {
    return;
  }
  if (const auto* notice = std::get_if<OpponentMoved>(&event); notice != nullptr && !own_.first_notice_is_empty()) {
    unseen_.emplace(live_, own_, notice->captured, moves_.back().situation);
  } else if (const auto* sensed = std::get_if<Sensed>(&event); sensed != nullptr && unseen_) {
    habits_.learn(unseen_->likelihood(sensed->window, *threads_));
    unseen_.reset();
  }
}

void Belief::remember_parents_of(const OpponentMoved& notice) {
  if (remembered_parents_ > 0 && move_model_ == MoveModelKind::kFitted && !own_.first_notice_is_empty()) {
    parents_.emplace(live_, remembered_parents_, own_, notice.captured, moves_.back());
    parents_event_ = events_.size() - 1;
  }
}

void Belief::hear(std::span<const EvaluatorWord> words) {
  if (parents_) {
    parents_->hear(words, trust_.trust(), std::exp2(log2_scale_[parents_event_]), live_, *threads_);
    rescale();
  }
}

// What was not heard about weighs as much with the word as without.
void Belief::learn_trust() {
  if (!parents_ || !parents_->heard()) {
    return;
  }
  const auto* sensed = events_.size() < 2 ? nullptr : std::get_if<Sensed>(&events_[events_.size() - 2]);
  const double scale = std::exp2(log2_scale_[parents_event_]);
  const auto heard = parents_->likelihood(sensed == nullptr ? Window{} : sensed->window, *threads_);
  const double trust = static_cast<double>(trust_.trust());
  const double held = scale * (trust * heard.with_word + (1 - trust) * heard.without);
  const double others = std::max(0.0, live_.total_weight() - held);
  trust_.learn(scale * heard.with_word + others, scale * heard.without + others);
}

}  // namespace lanternfish
