#include "belief/set/deferred.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <tuple>

namespace lanternfish {

namespace {

constexpr std::size_t kMaxCheckpoint = 10'000;  // boards; a checkpoint is copied after every event

// An order that depends on the boards alone.
bool lighter(const Hypothesis& a, const Hypothesis& b) {
  return std::tie(a.weight, a.planes, a.castling, a.ep_square) < std::tie(b.weight, b.planes, b.castling, b.ep_square);
}

}  // namespace

std::size_t DeferredParents::size() const {
  std::size_t total = 0;
  for (const DeferredGroup& group : groups_) {
    total += group.parents.size();
  }
  return total;
}

std::size_t DeferredParents::bytes() const {
  std::size_t total = checkpoint_.parents.capacity();
  for (const DeferredGroup& group : groups_) {
    total += group.parents.capacity();
  }
  return total * sizeof(Hypothesis);
}

void DeferredParents::add(DeferredGroup group) {
  if (!group.parents.empty()) {
    // A heap, because few of the parents are ever taken, and sorting hundreds of thousands takes longer than an event
    // may.
    std::make_heap(group.parents.begin(), group.parents.end(), lighter);
    groups_.push_back(std::move(group));
  }
}

void DeferredParents::offer_checkpoint(const BoardSet& complete, std::size_t event) {
  const std::size_t boards = complete.size();
  if (!groups_.empty() || boards == 0 || boards > std::min(capacity_, kMaxCheckpoint)) {
    return;
  }
  checkpoint_.event = event;
  checkpoint_.parents.clear();
  complete.for_each([&](const Hypothesis& h) { checkpoint_.parents.push_back(h); });
  checkpoint_.parents.shrink_to_fit();
  std::make_heap(checkpoint_.parents.begin(), checkpoint_.parents.end(), lighter);
}

void DeferredParents::fall_back() {
  assert(!checkpoint_.parents.empty());
  groups_ = {checkpoint_};
}

DeferredGroup DeferredParents::take(std::size_t limit, const std::function<double(std::size_t)>& log2_scale) {
  assert(!groups_.empty() && limit > 0);
  const auto log2_weight = [&](const DeferredGroup& group) {
    return std::log2(group.parents.front().weight) + log2_scale(group.event);
  };
  const auto likeliest = std::max_element(
      groups_.begin(), groups_.end(), [&](const auto& a, const auto& b) { return log2_weight(a) < log2_weight(b); });
  std::vector<Hypothesis>& from = likeliest->parents;
  const std::size_t count = std::min(limit, from.size());
  auto first = from.end();
  for (std::size_t i = 0; i < count; ++i, --first) {
    std::pop_heap(from.begin(), first, lighter);
  }
  DeferredGroup taken{likeliest->event, {first, from.end()}};
  from.erase(first, from.end());
  if (from.empty()) {
    groups_.erase(likeliest);
  } else if (from.capacity() > 4 * from.size()) {
    from.shrink_to_fit();
  }
  return taken;
}

}  // namespace lanternfish
