#pragma once

// Builds sets of all boards that come of a list of parents.
//
//   parents   [run][run][run] [run][run] [run][run]    a run: at most 64 neighbouring boards of the list
//              \___________/   \______/   \______/
//                 task 0        task 1     task 2      1. one thread a task makes children, and writes each child into
//                 / | \         / | \      / | \          the task's list for the child's shard
//   lists        0  1  2       0  1  2    0  1  2
//
//   list 0 of all tasks, in the order of the tasks ---> shard 0     2. one thread a shard deduplicates the lists of the
//   list 1 of all tasks                            ---> shard 1        shard, in a table that fits into its cache
//   list 2 of all tasks                            ---> shard 2
//
// A wave is as many tasks as have room for their children at the same time; steps 1 and 2 follow each other wave by
// wave. Boards lie in a shard in the order of their first coming. So the result has the same boards in the same order,
// with the same weights, for any number of threads, any number of waves and any interruption.

#include <cassert>
#include <functional>
#include <memory>

#include "belief/set/board_chunks.h"
#include "belief/set/board_hash.h"
#include "belief/set/board_set.h"
#include "belief/set/interruption.h"
#include "belief/set/shard_table.h"

namespace lanternfish {

// The number of shards for a set of about `boards`.
std::size_t shards_for(std::size_t boards);

// Takes the children of one task. A builder can make several sets from the same parents; each child goes to one of the
// sets, its group.
class ChildSink {
 public:
  struct Group {
    std::size_t first_list = 0;
    std::size_t shards = 0;  // and lists
  };

  ChildSink(std::span<const Group> groups, ChildLists& lists) : groups_(groups), lists_(&lists) {}

  const Group& group(std::size_t index) const { return groups_[index]; }
  void add(const Group& group, const Hypothesis& child) { add(group, child, sum_of(child)); }
  // For a caller that knows sum_of(child).
  void add(const Group& group, const Hypothesis& child, std::uint64_t sum) {
    add(group, child.planes[0], child.planes[1], child.planes[2], word_of<3>(child), sum);
  }
  // For a caller that has the child as four words.
  void add(const Group& group, std::uint64_t plane0, std::uint64_t plane1, std::uint64_t plane2, std::uint64_t rest,
           std::uint64_t sum) {
    assert(sum == sum_of(plane0, plane1, plane2, rest));
    const std::size_t shard = BoardSet::shard_index(hash_of_sum(sum), group.shards);
    store_words(*lists_->next_in(group.first_list + shard), plane0, plane1, plane2, rest);
  }

 private:
  std::span<const Group> groups_;
  ChildLists* lists_;
};

// Some neighbouring boards of the list of parents.
struct ParentRun {
  BoardRun boards;
  std::size_t first = 0;  // index of boards[0] in the list
};

// Can be interrupted and called again.
class SetBuilder {
 public:
  using MakeChildren = std::function<void(const ParentRun& parents, ChildSink& sink)>;

  struct Plan {
    std::size_t children = 0;           // about how many will be made, before deduplication
    std::size_t children_at_once = 0;   // upper bound for one wave: bounds the memory on top of the result
    std::vector<std::size_t> expected;  // by group: about how many distinct boards; decides the number of shards
  };

  // The boards of `parents` must stay where they are until the last call of run().
  SetBuilder(const std::vector<BoardRun>& parents, Plan plan);

  // Returns true when all sets are complete, false when `stop` came first; then the caller may call again. All calls
  // must come with the same `make`, which makes the children of each parent without regard to other parents. With
  // `only`, the other groups are dropped.
  bool run(ThreadPool& threads, const MakeChildren& make, const Interruption& stop = {}, std::size_t only = kAllGroups);
  static constexpr std::size_t kAllGroups = ~std::size_t{0};

  bool complete() const { return first_task_ == tasks_.size(); }
  // Requires complete(). Once for each group.
  BoardSet take(std::size_t group);
  // Memory held at present apart from the parents, complete sets included, and the maximum so far.
  std::size_t bytes() const;
  std::size_t peak_bytes() const { return peak_bytes_; }

 private:
  struct Task {
    std::size_t first_run = 0;
    std::size_t end_run = 0;
  };
  struct MergeScratch;
  class ScratchStore;

  void plan_tasks(std::size_t parents);
  bool make_children(ThreadPool& threads, const MakeChildren& make, const Interruption& stop);
  bool merge_children(ThreadPool& threads, const Interruption& stop, std::size_t only);
  void merge_shard(std::size_t group, std::size_t shard, bool last_wave, MergeScratch& scratch);

  std::vector<ParentRun> runs_;
  Plan plan_;
  std::vector<ChildSink::Group> groups_;
  std::size_t lists_ = 0;  // of one task: one for each shard of each group
  std::vector<Task> tasks_;
  std::size_t tasks_per_wave_ = 1;
  std::vector<BoardSet> sets_;      // by group
  std::vector<ShardTable> tables_;  // by list, kept from wave to wave; none where there is one wave

  // The present wave.
  std::size_t first_task_ = 0;
  std::vector<ChildLists> wave_;         // by task
  std::vector<std::uint8_t> task_done_;  // by task
  std::vector<std::uint8_t> list_done_;  // by list: merged into its shard
  std::unique_ptr<ChunkPool> pool_;
  std::size_t peak_bytes_ = 0;
};

// The one set that comes of `parents`. `expected`: about how many children will be made, most of them distinct.
BoardSet build_set(const std::vector<BoardRun>& parents, std::size_t expected, ThreadPool& threads,
                   const std::function<void(const ParentRun&, ChildSink&, const ChildSink::Group&)>& make);

}  // namespace lanternfish
