#pragma once

// Builds sets of all boards that come of a list of parents.
//
// Runs of parents are worked off by all threads, each writing the children it makes into one list a shard; then every
// shard is deduplicated by one thread, in a table that fits its cache. A shard takes its children in the order of the
// parents and keeps boards in the order of their first coming, so the result has the same boards in the same order,
// with the same weights, for any number of threads, any amount of memory for children not deduplicated yet, and any
// interruption.

#include <cassert>
#include <functional>
#include <memory>

#include "belief/set/board_chunks.h"
#include "belief/set/board_hash.h"
#include "belief/set/board_set.h"
#include "belief/set/interruption.h"

namespace lanternfish {

// Deduplicates the boards of one shard: coinciding boards add their weights. Open addressing over indices into the
// boards, which lie in the order of their coming, those of earlier waves in the shard and new ones apart.
class ShardTable {
 public:
  // For a shard that has `old` boards and will have about `expected`. The table already holds the old ones.
  void begin(BoardSet::Shard& old, std::size_t coming);
  void insert(std::span<const Hypothesis> boards);
  // Adds the new boards to the shard.
  void end(bool more_to_come);

  // Forgets everything; prepares for about so many distinct boards.
  void reset(std::size_t expected);
  std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  // Index + 1 in the lower bits, 0 free; a few bits of the hash above.
  using Slot = std::uint32_t;

  template <bool has_old>
  void insert_few(std::span<const Hypothesis> few);
  void grow();
  void place(std::uint64_t hash, std::size_t index);

  std::vector<Slot, BoardAllocator<Slot>> slots_;  // a power of two of them in use
  std::size_t mask_ = 0;
  std::size_t used_ = 0;
  BoardSet::Shard* shard_ = nullptr;
};

// How many shards a set of about `boards` should have.
std::size_t shards_for(std::size_t boards);

// Takes the children of one run. Several sets may be built at once: a child goes to one of them, its group.
class ChildSink {
 public:
  struct Group {
    std::size_t first_bucket = 0;
    std::size_t shards = 0;  // 0: children of this group are not wanted
  };

  ChildSink(std::span<const Group> groups, BoardBuckets& buckets) : groups_(groups), buckets_(&buckets) {}

  const Group& group(std::size_t index) const { return groups_[index]; }
  void add(const Group& group, const Hypothesis& child) { add(group, child, sum_of(child)); }
  // The same where the child's sum is known.
  void add(const Group& group, const Hypothesis& child, std::uint64_t sum) {
    add(group, child.planes[0], child.planes[1], child.planes[2], word_of<3>(child), sum);
  }
  // The same for a child in words.
  void add(const Group& group, std::uint64_t plane0, std::uint64_t plane1, std::uint64_t plane2, std::uint64_t rest,
           std::uint64_t sum) {
    assert(sum == sum_of(plane0, plane1, plane2, rest));
    const std::size_t shard = BoardSet::shard_index(hash_of_sum(sum), group.shards);
    store_words(*buckets_->next_in(group.first_bucket + shard), plane0, plane1, plane2, rest);
  }

 private:
  std::span<const Group> groups_;
  BoardBuckets* buckets_;
};

// Can be interrupted and carried on with.
class SetBuilder {
 public:
  using MakeChildren = std::function<void(BoardRun parents, ChildSink& sink)>;

  struct Plan {
    std::size_t children = 0;           // about how many will be made, not deduplicated
    std::size_t children_at_once = 0;   // held before they are deduplicated: bounds the memory on top of the result
    std::vector<std::size_t> expected;  // by group: about how many distinct boards; decides the number of shards
  };

  // `parents` must stay where they are until the last call of run().
  SetBuilder(std::vector<BoardRun> parents, Plan plan);

  // True when all sets are complete; false when it stopped before, to be called again. Every call must come with the
  // same `make`, which must not depend on the run's place in the whole. With `only`, other groups are dropped.
  bool run(ThreadPool& threads, const MakeChildren& make, const Interruption& stop = {}, std::size_t only = kAllGroups);
  static constexpr std::size_t kAllGroups = ~std::size_t{0};

  // Once complete.
  BoardSet take(std::size_t group) { return std::move(sets_[group]); }
  // What is held beside the parents, complete sets included, and the most that ever was.
  std::size_t bytes() const;
  std::size_t peak_bytes() const { return peak_bytes_; }

 private:
  struct Run {
    std::size_t first_piece = 0;
    std::size_t end_piece = 0;
  };

  void plan_runs();
  bool make_wave(ThreadPool& threads, const MakeChildren& make, const Interruption& stop);
  bool take_in_wave(ThreadPool& threads, const Interruption& stop, std::size_t only);
  void take_in(std::size_t group, std::size_t shard, bool last_wave);

  std::vector<BoardRun> pieces_;
  Plan plan_;
  std::vector<ChildSink::Group> groups_;
  std::size_t buckets_ = 0;
  std::vector<Run> runs_;
  std::size_t runs_per_wave_ = 1;
  std::vector<BoardSet> sets_;      // by group
  std::vector<ShardTable> tables_;  // by bucket, where there are several waves

  // Of the wave in progress.
  std::size_t first_run_ = 0;
  std::vector<BoardBuckets> wave_;  // by run
  std::vector<std::uint8_t> run_done_;
  std::vector<std::uint8_t> bucket_done_;
  std::unique_ptr<ChunkPool> pool_;
  std::size_t peak_bytes_ = 0;
};

// The one set that comes of `parents`, when there are about as many children as parents.
BoardSet build_set(std::vector<BoardRun> parents, std::size_t expected, ThreadPool& threads,
                   const std::function<void(BoardRun, ChildSink&, const ChildSink::Group&)>& make);

}  // namespace lanternfish
