#include "belief/set/board_set_builder.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <numeric>

namespace lanternfish {

namespace {

// Small shards keep all threads busy; in large sets, fewer large ones keep the lists long.
constexpr std::size_t kLeastBoardsPerShard = 4096;
constexpr std::size_t kBoardsPerShard = 16384;  // a table of 256 KB at most
constexpr std::size_t kMoreShards = 256;
constexpr std::size_t kMostShards = 8192;
constexpr std::size_t kLeastSlots = 64;
constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kChildrenPerList = 4 * kBoardsPerChunk;  // of a run, for one shard
constexpr std::size_t kLeastWave = std::size_t{1} << 24;       // children, where memory permits
constexpr std::size_t kSetPerWave = 4;                         // distinct boards expected for each child of a wave
constexpr std::size_t kParentsPerPiece = 64;                   // made without looking for a stop
constexpr std::size_t kChildrenPerMerge = std::size_t{1} << 20;

constexpr int kIndexBits = 22;
constexpr std::uint32_t kIndexMask = (1U << kIndexBits) - 1;

// Cheaper than hash_of, and worse: the boards of a shard are few, and no two alike.
std::uint64_t slot_hash(std::uint64_t plane0, std::uint64_t plane1, std::uint64_t plane2, std::uint64_t rest) {
  const std::uint64_t x =
      (plane0 ^ std::rotl(plane1, 21) ^ std::rotl(plane2, 42) ^ (rest & ~kWeightMask)) * 0x9e3779b97f4a7c15;
  return x ^ x >> 32;
}
std::uint64_t slot_hash(const Hypothesis& h) { return slot_hash(h.planes[0], h.planes[1], h.planes[2], word_of<3>(h)); }
std::uint32_t mark_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> kIndexBits) << kIndexBits; }

// Memory for boards that are written before they are read. A thread uses it for shard after shard.
class Scratch {
 public:
  Hypothesis* of(std::size_t boards) {
    if (boards > capacity_ || capacity_ > kKept) {
      capacity_ = std::max(boards, kKept / 4);
      memory_ = std::make_unique_for_overwrite<Bytes[]>(capacity_);
    }
    return reinterpret_cast<Hypothesis*>(memory_.get());
  }

 private:
  static constexpr std::size_t kKept = std::size_t{1} << 16;  // boards
  struct alignas(Hypothesis) Bytes {
    std::byte of[sizeof(Hypothesis)];
  };
  std::unique_ptr<Bytes[]> memory_;
  std::size_t capacity_ = 0;
};

struct NewBoards {
  Scratch memory;
  Hypothesis* boards = nullptr;
  std::size_t count = 0;
};

NewBoards& new_boards() {
  thread_local NewBoards boards;
  return boards;
}

}  // namespace

std::size_t shards_for(std::size_t boards) {
  const std::size_t small = std::bit_ceil(boards / kLeastBoardsPerShard + 1);
  return small <= kMoreShards
             ? small
             : std::clamp<std::size_t>(std::bit_ceil(boards / kBoardsPerShard), kMoreShards, kMostShards);
}

void ShardTable::reset(std::size_t expected) {
  const std::size_t size = std::bit_ceil(std::max(kLeastSlots, expected + expected / 2));
  slots_.assign(size, 0);
  mask_ = size - 1;
  used_ = 0;
}

void ShardTable::place(std::uint64_t hash, std::size_t index) {
  std::size_t slot = hash & mask_;
  while (slots_[slot] != 0) {
    slot = (slot + 1) & mask_;
  }
  slots_[slot] = mark_of(hash) | static_cast<Slot>(index + 1);
}

void ShardTable::grow() {
  slots_.assign(2 * (mask_ + 1), 0);
  mask_ = slots_.size() - 1;
  for (std::size_t i = 0; i < shard_->size(); ++i) {
    place(slot_hash((*shard_)[i]), i);
  }
  const NewBoards& fresh = new_boards();
  for (std::size_t i = 0; i < fresh.count; ++i) {
    place(slot_hash(fresh.boards[i]), shard_->size() + i);
  }
}

void ShardTable::begin(BoardSet::Shard& old, std::size_t coming) {
  shard_ = &old;
  NewBoards& fresh = new_boards();
  fresh.boards = fresh.memory.of(coming + 1);
  fresh.count = 0;
}

void ShardTable::insert(std::span<const Hypothesis> boards) {
  for (std::size_t done = 0; done < boards.size(); done += kBoardsPerChunk) {
    if (3 * (used_ + kBoardsPerChunk) > 2 * mask_) {
      grow();
    }
    const auto few = boards.subspan(done, std::min(kBoardsPerChunk, boards.size() - done));
    shard_->empty() ? insert_few<false>(few) : insert_few<true>(few);
  }
}

template <bool has_old>
void ShardTable::insert_few(std::span<const Hypothesis> few) {
  NewBoards& fresh = new_boards();
  Slot* const slots = slots_.data();
  const std::size_t mask = mask_;
  std::array<std::uint64_t, kBoardsPerChunk> hashes;
  for (std::size_t i = 0; i < few.size(); ++i) {
    hashes[i] = slot_hash(few[i]);
    __builtin_prefetch(&slots[hashes[i] & mask]);
  }
  // Indices count from 1, the old boards first.
  const std::size_t old_count = has_old ? shard_->size() : 0;
  // Addresses as numbers: index 0, an empty slot, is fetched ahead like any other and never looked at.
  const auto old = reinterpret_cast<std::uintptr_t>(shard_->data()) - sizeof(Hypothesis);
  const auto added = reinterpret_cast<std::uintptr_t>(fresh.boards) - (1 + old_count) * sizeof(Hypothesis);
  std::size_t next = old_count + fresh.count + 1;
  const auto board_at = [&](std::size_t index) {
    return reinterpret_cast<Hypothesis*>((has_old && index <= old_count ? old : added) + index * sizeof(Hypothesis));
  };
  for (std::size_t i = 0; i < few.size(); ++i) {
    // Most likely the board that this one will be compared with.
    __builtin_prefetch(board_at(slots[hashes[i] & mask] & kIndexMask));
  }
  for (std::size_t i = 0; i < few.size(); ++i) {
    // Whether a board is new cannot be foretold, so no branch depends on it: it is written as if it were, and counted
    // if it was.
    const std::uint64_t plane0 = word_of<0>(few[i]);
    const std::uint64_t plane1 = word_of<1>(few[i]);
    const std::uint64_t plane2 = word_of<2>(few[i]);
    const std::uint64_t rest = word_of<3>(few[i]) & ~kWeightMask;
    store_words(*board_at(next), plane0, plane1, plane2, rest);
    const std::uint32_t mark = mark_of(hashes[i]);
    for (std::size_t slot = hashes[i] & mask;; slot = (slot + 1) & mask) {
      const Slot there = slots[slot];
      const std::uint32_t other = (there ^ mark) & ~kIndexMask;
      if ((static_cast<int>(there != 0) & static_cast<int>(other != 0)) != 0) [[unlikely]] {
        continue;
      }
      std::size_t is_new = there != 0 ? 0 : ~std::size_t{0};
      asm("" : "+r"(is_new));  // or the compiler makes a branch of it
      const std::size_t index = (there & kIndexMask) | (next & is_new);
      Hypothesis& found = *board_at(index);
      if (((word_of<0>(found) ^ plane0) | (word_of<1>(found) ^ plane1) | (word_of<2>(found) ^ plane2) |
           ((word_of<3>(found) ^ rest) & ~kWeightMask)) != 0) [[unlikely]] {
        continue;
      }
      found.weight += few[i].weight;
      slots[slot] = mark | static_cast<Slot>(index);
      next -= is_new;
      break;
    }
  }
  const std::size_t count = next - old_count - 1;
  used_ += count - fresh.count;
  fresh.count = count;
  assert(next < kIndexMask);
}

void ShardTable::end(bool more_to_come) {
  const NewBoards& fresh = new_boards();
  const std::size_t needed = shard_->size() + fresh.count;
  if (needed > shard_->capacity()) {
    shard_->reserve(more_to_come ? needed + needed / 2 : needed);
  }
  const std::size_t old_count = shard_->size();
  shard_->resize(old_count + fresh.count);
  if (fresh.count != 0) {
    std::memcpy(shard_->data() + old_count, fresh.boards, fresh.count * sizeof(Hypothesis));
  }
}

SetBuilder::SetBuilder(std::vector<BoardRun> parents, Plan plan) : plan_(std::move(plan)) {
  for (const std::size_t expected : plan_.expected) {
    const std::size_t shards = shards_for(expected);
    groups_.push_back({buckets_, shards});
    buckets_ += shards;
    sets_.emplace_back(shards);
  }
  for (const BoardRun run : parents) {
    for (std::size_t begin = 0; begin < run.size(); begin += kParentsPerPiece) {
      pieces_.push_back(run.subspan(begin, std::min(kParentsPerPiece, run.size() - begin)));
    }
  }
  plan_runs();
}

void SetBuilder::plan_runs() {
  const std::size_t parents = std::accumulate(pieces_.begin(), pieces_.end(), std::size_t{0},
                                              [](std::size_t sum, BoardRun piece) { return sum + piece.size(); });
  const std::size_t per_parent = plan_.children / std::max<std::size_t>(1, parents) + 1;
  // Each wave fetches all shards anew: the larger the sets, the longer waves may be.
  const std::size_t expected = std::accumulate(plan_.expected.begin(), plan_.expected.end(), std::size_t{0});
  const std::size_t at_once = std::min(plan_.children_at_once, std::max(kLeastWave, expected / kSetPerWave));
  const std::size_t wanted = std::min(kChildrenPerList * buckets_, at_once) / per_parent;
  for (std::size_t piece = 0; piece < pieces_.size();) {
    Run run{piece, piece};
    for (std::size_t size = 0; run.end_piece < pieces_.size() && (size == 0 || size < wanted); ++run.end_piece) {
      size += pieces_[run.end_piece].size();
    }
    piece = run.end_piece;
    runs_.push_back(run);
  }
  const std::size_t waves = plan_.children / std::max<std::size_t>(1, at_once) + 1;
  runs_per_wave_ = std::max<std::size_t>(1, (runs_.size() + waves - 1) / waves);
  if (runs_per_wave_ < runs_.size()) {
    tables_.resize(buckets_);
  }
  pool_ = std::make_unique<ChunkPool>(std::min(plan_.children, at_once));
}

bool SetBuilder::run(ThreadPool& threads, const MakeChildren& make, const Interruption& stop, std::size_t only) {
  while (first_run_ < runs_.size()) {
    if (!make_wave(threads, make, stop) || !take_in_wave(threads, stop, only)) {
      return false;
    }
    first_run_ += wave_.size();
    for (BoardBuckets& run : wave_) {
      run.release();
    }
    wave_.clear();
  }
  pool_.reset();
  tables_.clear();
  return true;
}

bool SetBuilder::make_wave(ThreadPool& threads, const MakeChildren& make, const Interruption& stop) {
  if (wave_.empty()) {
    wave_.resize(std::min(runs_per_wave_, runs_.size() - first_run_));
    run_done_.assign(wave_.size(), 0);
    bucket_done_.assign(buckets_, 0);
  }
  threads.for_each(wave_.size(), [&](std::size_t i) {
    if (run_done_[i] != 0) {
      return;
    }
    wave_[i].reset(buckets_, *pool_);
    ChildSink sink(groups_, wave_[i]);
    const Run& run = runs_[first_run_ + i];
    for (std::size_t piece = run.first_piece; piece < run.end_piece; ++piece) {
      if (stop.requested()) {
        wave_[i].release();
        return;
      }
      make(pieces_[piece], sink);
    }
    run_done_[i] = 1;
  });
  return std::all_of(run_done_.begin(), run_done_.end(), [](std::uint8_t done) { return done != 0; });
}

bool SetBuilder::take_in_wave(ThreadPool& threads, const Interruption& stop, std::size_t only) {
  const bool last_wave = first_run_ + wave_.size() == runs_.size();
  threads.for_each(buckets_, [&](std::size_t bucket) {
    if (bucket_done_[bucket] != 0 || stop.requested()) {
      return;
    }
    std::size_t group = 0;
    while (group + 1 < groups_.size() && groups_[group + 1].first_bucket <= bucket) {
      ++group;
    }
    if (only == kAllGroups || only == group) {
      take_in(group, bucket - groups_[group].first_bucket, last_wave);
    }
    bucket_done_[bucket] = 1;
  });
  peak_bytes_ = std::max(peak_bytes_, bytes());
  return std::all_of(bucket_done_.begin(), bucket_done_.end(), [](std::uint8_t done) { return done != 0; });
}

void SetBuilder::take_in(std::size_t group, std::size_t shard, bool last_wave) {
  thread_local ShardTable for_one_wave;
  const std::size_t bucket = groups_[group].first_bucket + shard;
  const std::size_t expected = plan_.expected[group] / groups_[group].shards;
  BoardSet::Shard& boards = sets_[group].shards()[shard];
  ShardTable& table = tables_.empty() ? for_one_wave : tables_[bucket];
  if (tables_.empty() || first_run_ == 0) {
    table.reset(expected);
  }
  std::size_t coming = 0;
  for (const BoardBuckets& run : wave_) {
    coming += run.boards_in(bucket);
  }
  if (first_run_ == 0 && !last_wave) {
    // At once what will be needed: arrays that grow leave holes in their slabs.
    boards.reserve(expected + expected / 16);
  }
  table.begin(boards, coming);
  // Each chunk is fetched while the one before it is looked up.
  const BoardChunk* chunk = nullptr;
  const BoardBuckets* chunk_run = nullptr;
  const auto insert_and_go_on = [&](const BoardChunk* next, const BoardBuckets& run) {
    for (std::size_t line = 0; line < kChunkBytes; line += kCacheLine) {
      __builtin_prefetch(reinterpret_cast<const std::byte*>(next) + line);
    }
    if (chunk != nullptr) {
      table.insert(chunk_run->boards_of(*chunk, bucket));
    }
    chunk = next;
    chunk_run = &run;
  };
  for (const BoardBuckets& run : wave_) {
    if (run.first_of(bucket) == nullptr) {
      continue;
    }
    insert_and_go_on(run.first_of(bucket), run);
    while (chunk->next != nullptr) {
      insert_and_go_on(chunk->next, run);
    }
  }
  if (chunk != nullptr) {
    table.insert(chunk_run->boards_of(*chunk, bucket));
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

BoardSet build_set(std::vector<BoardRun> parents, std::size_t expected, ThreadPool& threads,
                   const std::function<void(BoardRun, ChildSink&, const ChildSink::Group&)>& make) {
  SetBuilder builder(std::move(parents),
                     {.children = expected, .children_at_once = kChildrenPerMerge, .expected = {expected}});
  builder.run(threads, [&](BoardRun run, ChildSink& sink) { make(run, sink, sink.group(0)); });
  return builder.take(0);
}

}  // namespace lanternfish
