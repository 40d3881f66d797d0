#pragma once

// Deferred parents: boards that memory or time was too short to expand.
//
// The parents of a group are boards before one event of the game. All boards that follow from them through that event
// and the later ones are covered by the group, though they are not held. When the groups take too much memory, the
// checkpoint replaces all of them: the last small set from a time when nothing was deferred. The checkpoint covers
// every board, so no board is lost, but all events since then have to be worked through again.

#include <cstddef>
#include <functional>
#include <vector>

#include "belief/set/board_set.h"

namespace lanternfish {

struct DeferredGroup {
  std::size_t event = 0;            // index of the first event that the parents have not been through
  std::vector<Hypothesis> parents;  // in a heap, the heaviest first
};

class DeferredParents {
 public:
  // `capacity`: the maximum number of boards in all groups together, and the maximum in the checkpoint.
  explicit DeferredParents(std::size_t capacity) : capacity_(capacity) {}

  // The number of deferred parents. The checkpoint counts only after fall_back().
  std::size_t size() const;
  bool empty() const { return groups_.empty(); }
  std::size_t bytes() const;
  const std::vector<DeferredGroup>& groups() const { return groups_; }

  // Whether add() may get this many more parents. Where it may not, the caller calls fall_back() instead. There is
  // always room before the first checkpoint.
  bool has_room_for(std::size_t parents) const { return checkpoint_.parents.empty() || size() + parents <= capacity_; }
  // The parents of `group` may come in any order.
  void add(DeferredGroup group);
  // Replaces all groups by the checkpoint, which must be there.
  void fall_back();
  // `complete`: the whole live set before event `event`. It becomes the checkpoint if it is small and nothing is
  // deferred.
  void offer_checkpoint(const BoardSet& complete, std::size_t event);

  // Removes and returns the likeliest parents, at most `limit`, of the group whose best parent is likeliest; the
  // lightest of them first. Must not be empty(). Weights of different groups are made comparable by
  // `log2_scale(event)`: log2 of the factor between weights before `event` and weights now.
  DeferredGroup take(std::size_t limit, const std::function<double(std::size_t event)>& log2_scale);

 private:
  std::size_t capacity_;
  std::vector<DeferredGroup> groups_;
  DeferredGroup checkpoint_;
};

}  // namespace lanternfish
