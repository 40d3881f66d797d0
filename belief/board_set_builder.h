#pragma once

// Builds the set of all boards that come of a list of parents: children are made run by run, sorted by shard inside
// each run, and every shard is then deduplicated by one thread in a table that fits its cache. Runs are consumed in
// their order, so the result has the same boards in the same order, with the same weights, for any number of threads.

#include <cassert>
#include <cstring>

#include "belief/board_set.h"

namespace lanternfish {

// Children of one run, ordered by shard; those of shard s end before ends[s]. Its memory is used again by the next
// sort.
class SortedChildren {
 public:
  // Orders `children` by shard, keeping their order inside each.
  void sort(std::span<const Hypothesis> children, std::size_t shards);

  BoardRun of_shard(std::size_t shard) const {
    const std::uint32_t begin = shard == 0 ? 0 : ends_[shard - 1];
    return {boards_.data() + begin, ends_[shard] - begin};
  }

 private:
  std::vector<Hypothesis> boards_;  // as long as it ever had to be
  std::vector<std::uint32_t> ends_;
};

// One shard under construction: coinciding boards add their weights, first comers keep their place.
class ShardBuilder {
 public:
  // Prepares for about this many distinct boards.
  void reserve(std::size_t boards);
  void insert(BoardRun children);
  BoardSet::Shard take();  // leaves the builder empty

 private:
  void insert_one(const Hypothesis& child, std::uint64_t hash);
  void grow();

  // 0 is free; else index + 1 in the low half and the upper half of the hash above it.
  std::vector<std::uint64_t> slots_;
  BoardSet::Shard boards_;
};

// How many shards a set of about `boards` should have: each with its table within a second-level cache.
std::size_t shards_for(std::size_t boards);

// children(run, out) appends all children of the parents of a run to the vector `out`. `expected` is about how many
// distinct children there will be. `runs_at_once` bounds the memory of children that are not deduplicated yet; it is
// the same memory for one wave of runs after another, because fresh pages cost as much as the work done on them.
template <typename Children>
BoardSet build_set(std::span<const BoardRun> runs, std::size_t expected, std::size_t runs_at_once, ThreadPool& threads,
                   Children&& children) {
  BoardSet set(shards_for(expected));
  const std::size_t shards = set.shards().size();
  std::vector<ShardBuilder> builders(shards);
  for (ShardBuilder& builder : builders) {
    builder.reserve(expected / shards);
  }
  std::vector<SortedChildren> wave(std::min(runs_at_once, runs.size()));
  for (std::size_t begin = 0; begin < runs.size(); begin += wave.size()) {
    const std::size_t count = std::min(wave.size(), runs.size() - begin);
    threads.for_each(count, [&](std::size_t i) {
      thread_local std::vector<Hypothesis> scratch;
      scratch.clear();
      children(runs[begin + i], scratch);
      wave[i].sort(scratch, shards);
    });
    threads.for_each(shards, [&](std::size_t s) {
      for (std::size_t i = 0; i < count; ++i) {
        builders[s].insert(wave[i].of_shard(s));
      }
    });
  }
  threads.for_each(shards, [&](std::size_t s) { set.shards()[s] = builders[s].take(); });
  return set;
}

}  // namespace lanternfish
