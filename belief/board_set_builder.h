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

// Deduplicates the boards of one shard: coinciding boards add their weights. Open addressing over the boards
// themselves, so that a look-up touches one cache line; a thread uses its table for shard after shard.
class ShardTable {
 public:
  // Empties the table and prepares it for about this many distinct boards.
  void reset(std::size_t expected);
  void insert(BoardRun boards);
  // All boards, in the order of the table, in exactly as much memory as they need.
  BoardSet::Shard boards() const;

 private:
  void insert_one(const Hypothesis& board, std::uint64_t hash);
  void grow();

  std::vector<Hypothesis> slots_;  // weight 0: free
  std::size_t mask_ = 0;           // of the slots in use, a power of two less one
  std::size_t used_ = 0;
};

// How many shards a set of about `boards` should have: each with its table within a second-level cache.
std::size_t shards_for(std::size_t boards);

// children(run, out) appends all children of the parents of a run to the vector `out`. `expected` is about how many
// distinct children there will be. `runs_at_once` bounds the memory of children that are not deduplicated yet: later
// waves of runs are added to what the earlier ones left.
template <typename Children>
BoardSet build_set(std::span<const BoardRun> runs, std::size_t expected, std::size_t runs_at_once, ThreadPool& threads,
                   Children&& children) {
  BoardSet set(shards_for(expected));
  const std::size_t shards = set.shards().size();
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
      thread_local ShardTable table;
      BoardSet::Shard& shard = set.shards()[s];
      table.reset(std::max(expected / shards, shard.size()));
      table.insert(shard);
      for (std::size_t i = 0; i < count; ++i) {
        table.insert(wave[i].of_shard(s));
      }
      shard = table.boards();
    });
  }
  return set;
}

}  // namespace lanternfish
