#include "solver/gadget.h"

#include <algorithm>
#include <array>

namespace lanternfish::solver {

RootGadget::RootGadget(const Subgame& subgame)
    : kind_(subgame.kind), entering_(kind_ == RootKind::kMaxmargin ? 0 : 1), mean_entering_(entering_) {
  if (kind_ == RootKind::kPlain) {
    reach_ = {1};
    margin_ = {0};
    return;
  }
  const std::size_t count = subgame.sets.size();
  double total = 0;
  for (const OpponentSet& set : subgame.sets) total += set.prior;
  for (const OpponentSet& set : subgame.sets) {
    alternate_.push_back(static_cast<float>(-set.alternate));
    prior_.push_back(total > 0 ? static_cast<float>(set.prior / total) : 1 / static_cast<float>(count));
    enter_.insert(enter_.end(), {1, 0});
  }
  enter_regret_.resize(2 * count);
  picked_.resize(count, 1 / static_cast<float>(count));
  picked_regret_.resize(count);
  margin_.resize(count);
  reach_.resize(count);
  set_reach();
}

void RootGadget::update(std::span<const float> entered, Rule rule) {
  if (kind_ == RootKind::kPlain) return;
  assert(entered.size() == sets());
  for (std::size_t i = 0; i < sets(); ++i) {
    margin_[i] = entered[i] - alternate_[i];
    const std::array values = {entered[i], alternate_[i]};
    match_regrets(rule, values, std::span(enter_regret_).subspan(2 * i, 2), std::span(enter_).subspan(2 * i, 2));
  }
  match_regrets(rule, margin_, picked_regret_, picked_);
  if (kind_ == RootKind::kBlend) {
    entering_ = 0;
    for (std::size_t i = 0; i < sets(); ++i) entering_ = std::max<double>(entering_, enter_[2 * i]);
  }
  ++updates_;
  mean_entering_ += (entering_ - mean_entering_) * 2 / (updates_ + 1);
  set_reach();
}

void RootGadget::set_reach() {
  const auto resolve = static_cast<float>(entering_);
  for (std::size_t i = 0; i < sets(); ++i) {
    reach_[i] = resolve * prior_[i] * enter_[2 * i] + (1 - resolve) * picked_[i];
  }
}

}  // namespace lanternfish::solver
