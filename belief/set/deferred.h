#pragma once

// Parents that wait unexpanded, together with the observations they still owe, because memory is short.
//
// A group's parents are boards as they were before one event of the game; every board that follows from them through
// that event and the later ones is covered by the group without being held. When the groups themselves take too much
// memory they are all replaced by the checkpoint: the last complete set that was small. It covers everything, so that
// nothing is lost; it only has to be worked through again.

#include <cstddef>
#include <vector>

#include "belief/set/board_set.h"

namespace lanternfish {

struct DeferredGroup {
  std::size_t event = 0;            // the first event they owe
  std::vector<Hypothesis> parents;  // the least likely first, to be taken from the back
};

class DeferredParents {
 public:
  // `capacity` in boards, for groups and checkpoint each.
  explicit DeferredParents(std::size_t capacity) : capacity_(capacity) {}

  // Parents waiting; the checkpoint counts only while it stands in for groups.
  std::size_t size() const;
  bool empty() const { return groups_.empty(); }
  std::size_t bytes() const;
  const std::vector<DeferredGroup>& groups() const { return groups_; }

  // Whether so many more may wait. If not, fall_back() stands in for them and for all that wait already.
  bool has_room_for(std::size_t parents) const { return checkpoint_.parents.empty() || size() + parents <= capacity_; }
  void add(DeferredGroup group);
  void fall_back() { groups_ = {checkpoint_}; }
  // Remembers a complete set before `event`, if it is small enough and nothing is deferred.
  void offer_checkpoint(const BoardSet& complete, std::size_t event);

  // Takes the likeliest parents of the group whose next parent is likeliest, at most `limit` of them. Weights before an
  // event are made comparable by `log2_scale`: by event, log2 of what all weights were multiplied with since.
  DeferredGroup take(std::size_t limit, const std::vector<double>& log2_scale);

 private:
  std::size_t capacity_;
  std::vector<DeferredGroup> groups_;
  DeferredGroup checkpoint_;
};

}  // namespace lanternfish
