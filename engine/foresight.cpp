#include "engine/foresight.h"

#include <algorithm>
#include <cmath>

#include "engine/sampling.h"

namespace lanternfish {

namespace {
constexpr std::size_t kBoards = 64;
constexpr double kDecay = 0.95;       // per turn, as the habits
constexpr double kMostSurprise = 10;  // bits
}  // namespace

void Foresight::before_notice(const Belief& belief, Random& random) {
  unseen_.reset();
  expected_ = belief.next_move();
  boards_ = BoardSet();
  if (expected_.model.kind != MoveModelKind::kFitted) {
    return;
  }
  const BoardSample sample = sample_boards(belief.boards(), kBoards, random);
  for (std::size_t i = 0; i < sample.boards.size(); ++i) {
    boards_.shards()[0].push_back(sample.boards[i]);
    boards_.shards()[0].back().weight = floored_weight(sample_weight(sample, i, sample.boards.size()));
  }
}

void Foresight::observe(const Observation& event, const OwnSide& before) {
  if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
    if (!boards_.empty()) {
      unseen_.emplace(boards_, before, notice->captured, expected_.situation);
    }
  } else if (const auto* sensed = std::get_if<Sensed>(&event); sensed != nullptr && unseen_) {
    const auto likelihood = unseen_->likelihood(sensed->window, alone_);
    double model = 0;
    for (std::size_t part = 0; part < likelihood.size(); ++part) {
      model += static_cast<double>(expected_.model.shares[part]) * likelihood[part];
    }
    // Where the sample explains nothing, nothing is learnt.
    if (model > 0 && likelihood[kRandomPart] > 0) {
      const double bits = std::clamp(std::log2(model / likelihood[kRandomPart]), -kMostSurprise, kMostSurprise);
      turns_ = kDecay * turns_ + 1;
      bits_ = kDecay * bits_ + bits;
    }
    unseen_.reset();
    boards_ = BoardSet();
  }
}

}  // namespace lanternfish
