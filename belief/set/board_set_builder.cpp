#include "belief/set/board_set_builder.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <numeric>

namespace lanternfish {

namespace {

// Small shards keep all threads busy. Large sets have fewer, larger shards, because many short lists cost time.
constexpr std::size_t kBoardsPerSmallShard = 4096;
constexpr std::size_t kBoardsPerLargeShard = 16384;  // with a table of at most 256 KB
constexpr std::size_t kMaxSmallShards = 256;
constexpr std::size_t kMaxShards = 8192;
constexpr std::size_t kParentsPerRun = 64;                     // between two looks at the interruption
constexpr std::size_t kChildrenPerList = 4 * kBoardsPerChunk;  // of one task
constexpr std::size_t kMinWave = std::size_t{1} << 24;         // children, where the plan permits so many
constexpr std::size_t kDistinctPerChildOfWave = 4;
constexpr std::size_t kChildrenAtOnce = std::size_t{1} << 20;  // of build_set()
constexpr std::size_t kCacheLine = 64;

}  // namespace

// What one thread needs to merge lists into a shard.
struct SetBuilder::MergeScratch {
  NewBoards new_boards;
  ShardTable table;  // where there is one wave, and so no table to be kept
};

// Scratch of all builders: as much of it as threads ever merged at the same time. It outlives the builders, because
// small sets would spend their time on page faults.
class SetBuilder::ScratchStore {
 public:
  std::unique_ptr<MergeScratch> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<MergeScratch> scratch = std::move(idle_.back());
        idle_.pop_back();
        return scratch;
      }
    }
    return std::make_unique<MergeScratch>();
  }
  void give_back(std::unique_ptr<MergeScratch> scratch) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(scratch));
  }
  static ScratchStore& of_all() {
    static ScratchStore store;
    return store;
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<MergeScratch>> idle_;
};

std::size_t shards_for(std::size_t boards) {
  const std::size_t small = std::bit_ceil(boards / kBoardsPerSmallShard + 1);
  return small <= kMaxSmallShards
             ? small
             : std::clamp<std::size_t>(std::bit_ceil(boards / kBoardsPerLargeShard), kMaxSmallShards, kMaxShards);
}

SetBuilder::SetBuilder(const std::vector<BoardRun>& parents, Plan plan) : plan_(std::move(plan)) {
  for (const std::size_t expected : plan_.expected) {
    const std::size_t shards = shards_for(expected);
    groups_.push_back({lists_, shards});
    lists_ += shards;
    sets_.emplace_back(shards);
  }
  std::size_t first = 0;
  for (const BoardRun run : parents) {
    for (std::size_t begin = 0; begin < run.size(); begin += kParentsPerRun) {
      runs_.push_back({run.subspan(begin, std::min(kParentsPerRun, run.size() - begin)), first + begin});
    }
    first += run.size();
  }
  plan_tasks(first);
}

void SetBuilder::plan_tasks(std::size_t parents) {
  const std::size_t per_parent = plan_.children / std::max<std::size_t>(1, parents) + 1;
  // Each wave brings all shards into the cache anew: the larger the sets, the longer waves may be.
  const std::size_t expected = std::accumulate(plan_.expected.begin(), plan_.expected.end(), std::size_t{0});
  const std::size_t at_once = std::min(plan_.children_at_once, std::max(kMinWave, expected / kDistinctPerChildOfWave));
  const std::size_t parents_per_task = std::min(kChildrenPerList * lists_, at_once) / per_parent;
  for (std::size_t run = 0; run < runs_.size();) {
    Task task{run, run};
    for (std::size_t size = 0; task.end_run < runs_.size() && (size == 0 || size < parents_per_task); ++task.end_run) {
      size += runs_[task.end_run].boards.size();
    }
    run = task.end_run;
    tasks_.push_back(task);
  }
  const std::size_t waves = plan_.children / std::max<std::size_t>(1, at_once) + 1;
  tasks_per_wave_ = std::max<std::size_t>(1, (tasks_.size() + waves - 1) / waves);
  if (tasks_per_wave_ < tasks_.size()) {
    tables_.resize(lists_);
  }
  pool_ = std::make_unique<ChunkPool>(std::min(plan_.children, at_once));
}

bool SetBuilder::run(ThreadPool& threads, const MakeChildren& make, const Interruption& stop, std::size_t only) {
  while (!complete()) {
    if (!make_children(threads, make, stop) || !merge_children(threads, stop, only)) {
      return false;
    }
    first_task_ += wave_.size();
    for (ChildLists& lists : wave_) {
      lists.release();
    }
    wave_.clear();
  }
  pool_.reset();
  tables_.clear();
  return true;
}

bool SetBuilder::make_children(ThreadPool& threads, const MakeChildren& make, const Interruption& stop) {
  if (wave_.empty()) {
    wave_.resize(std::min(tasks_per_wave_, tasks_.size() - first_task_));
    task_done_.assign(wave_.size(), 0);
    list_done_.assign(lists_, 0);
  }
  threads.for_each(wave_.size(), [&](std::size_t i) {
    if (task_done_[i] != 0) {
      return;
    }
    wave_[i].reset(lists_, *pool_);
    ChildSink sink(groups_, wave_[i]);
    const Task& task = tasks_[first_task_ + i];
    for (std::size_t run = task.first_run; run < task.end_run; ++run) {
      if (stop.requested()) {
        wave_[i].release();
        return;
      }
      make(runs_[run], sink);
    }
    task_done_[i] = 1;
  });
  return std::all_of(task_done_.begin(), task_done_.end(), [](std::uint8_t done) { return done != 0; });
}

bool SetBuilder::merge_children(ThreadPool& threads, const Interruption& stop, std::size_t only) {
  const bool last_wave = first_task_ + wave_.size() == tasks_.size();
  threads.for_each(lists_, [&](std::size_t list) {
    if (list_done_[list] != 0 || stop.requested()) {
      return;
    }
    std::size_t group = 0;
    while (group + 1 < groups_.size() && groups_[group + 1].first_list <= list) {
      ++group;
    }
    if (only == kAllGroups || only == group) {
      std::unique_ptr<MergeScratch> scratch = ScratchStore::of_all().take();
      merge_shard(group, list - groups_[group].first_list, last_wave, *scratch);
      ScratchStore::of_all().give_back(std::move(scratch));
    }
    list_done_[list] = 1;
  });
  peak_bytes_ = std::max(peak_bytes_, bytes());
  return std::all_of(list_done_.begin(), list_done_.end(), [](std::uint8_t done) { return done != 0; });
}

void SetBuilder::merge_shard(std::size_t group, std::size_t shard, bool last_wave, MergeScratch& scratch) {
  const std::size_t list = groups_[group].first_list + shard;
  const std::size_t expected = plan_.expected[group] / groups_[group].shards;
  BoardSet::Shard& boards = sets_[group].shards()[shard];
  ShardTable& table = tables_.empty() ? scratch.table : tables_[list];
  if (tables_.empty() || first_task_ == 0) {
    table.reset(expected);
  }
  std::size_t children = 0;
  for (const ChildLists& task : wave_) {
    children += task.boards_in(list);
  }
  if (first_task_ == 0 && !last_wave) {
    // All at once: arrays that grow leave holes in their slabs.
    boards.reserve(expected + expected / 16);
  }
  table.begin(boards, children, scratch.new_boards);
  // Each chunk is prefetched while the chunk before it is added.
  const BoardChunk* chunk = nullptr;
  const ChildLists* task_of_chunk = nullptr;
  const auto add_and_go_on = [&](const BoardChunk* next, const ChildLists& task) {
    for (std::size_t line = 0; line < kChunkBytes; line += kCacheLine) {
      __builtin_prefetch(reinterpret_cast<const std::byte*>(next) + line);
    }
    if (chunk != nullptr) {
      table.add(task_of_chunk->boards_of(*chunk, list));
    }
    chunk = next;
    task_of_chunk = &task;
  };
  for (const ChildLists& task : wave_) {
    if (task.first_of(list) == nullptr) {
      continue;
    }
    add_and_go_on(task.first_of(list), task);
    while (chunk->next != nullptr) {
      add_and_go_on(chunk->next, task);
    }
  }
  if (chunk != nullptr) {
    table.add(task_of_chunk->boards_of(*chunk, list));
  }
  table.end(!last_wave);
  if (last_wave) {
    if (boards.capacity() > boards.size() + boards.size() / 4) {
      boards.shrink_to_fit();
    }
    if (!tables_.empty()) {
      table = ShardTable();
    }
  }
}

BoardSet SetBuilder::take(std::size_t group) {
  assert(complete());
  return std::move(sets_[group]);
}

std::size_t SetBuilder::bytes() const {
  std::size_t bytes = pool_ ? pool_->bytes() : 0;
  for (const BoardSet& set : sets_) {
    bytes += set.bytes();
  }
  for (const ShardTable& table : tables_) {
    bytes += table.bytes();
  }
  return bytes;
}

BoardSet build_set(const std::vector<BoardRun>& parents, std::size_t expected, ThreadPool& threads,
                   const std::function<void(const ParentRun&, ChildSink&, const ChildSink::Group&)>& make) {
  SetBuilder builder(parents, {.children = expected, .children_at_once = kChildrenAtOnce, .expected = {expected}});
  builder.run(threads, [&](const ParentRun& run, ChildSink& sink) { make(run, sink, sink.group(0)); });
  return builder.take(0);
}

}  // namespace lanternfish
