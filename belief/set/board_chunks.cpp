#include "belief/set/board_chunks.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "belief/set/board_memory.h"

namespace lanternfish {

namespace {

constexpr std::size_t kTakenBytes = ChunkPool::kChunksAtOnce * kChunkBytes;
constexpr std::size_t kSmallSlab = 2 * kTakenBytes;
constexpr std::size_t kMaxSlab = 4 * kSlabBytes;

// Small slabs, shared by all pools. Some stay for the next pool: without that small expansions would spend most of
// their time on page faults.
class SmallSlabs {
 public:
  ~SmallSlabs() {
    for (void* slab : kept_) {
      std::free(slab);
    }
  }

  void* take() {
    {
      const std::lock_guard lock(mutex_);
      if (!kept_.empty()) {
        void* const slab = kept_.back();
        kept_.pop_back();
        return slab;
      }
    }
    void* const slab = std::aligned_alloc(kChunkBytes, kSmallSlab);
    if (slab == nullptr) {
      throw std::bad_alloc();
    }
    return slab;
  }

  void give_back(void* slab) {
    {
      const std::lock_guard lock(mutex_);
      if (kept_.size() < kMaxKept) {
        kept_.push_back(slab);
        return;
      }
    }
    std::free(slab);
  }

 private:
  static constexpr std::size_t kMaxKept = (std::size_t{4} << 20) / kSmallSlab;
  std::mutex mutex_;
  std::vector<void*> kept_;
};

SmallSlabs& small_slabs() {
  static SmallSlabs slabs;
  return slabs;
}

}  // namespace

ChunkPool::ChunkPool(std::size_t boards) {
  const std::size_t bytes = boards * sizeof(Hypothesis);
  const std::size_t slabs = bytes / kSlabBytes + 1;  // the last chunks of lists are half empty
  slab_bytes_ = bytes < kSlabBytes ? kSmallSlab : std::min(slabs * kSlabBytes, kMaxSlab);
}

ChunkPool::~ChunkPool() {
  for (void* slab : slabs_) {
    if (slab_bytes_ != kSmallSlab) {
      unmap_slabs(slab, slab_bytes_);
    } else {
      small_slabs().give_back(slab);
    }
  }
}

BoardChunk* ChunkPool::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    void* const slab = slab_bytes_ == kSmallSlab ? small_slabs().take() : map_slabs(slab_bytes_);
    slabs_.push_back(slab);
    for (std::size_t at = slab_bytes_; at > 0; at -= kTakenBytes) {
      free_.push_back(reinterpret_cast<BoardChunk*>(static_cast<std::byte*>(slab) + at - kTakenBytes));
    }
  }
  BoardChunk* first = free_.back();
  free_.pop_back();
  return first;
}

void ChunkPool::give_back(std::vector<BoardChunk*>& taken) {
  const std::lock_guard lock(mutex_);
  free_.insert(free_.end(), taken.rbegin(), taken.rend());
  taken.clear();
}

void ChildLists::reset(std::size_t lists, ChunkPool& pool) {
  release();
  pool_ = &pool;
  ends_.assign(lists, nullptr);
  firsts_.assign(lists, nullptr);
  lasts_.assign(lists, nullptr);
  chunks_.assign(lists, 0);
}

void ChildLists::release() {
  if (!taken_.empty()) {
    pool_->give_back(taken_);
  }
  ends_.clear();
  firsts_.clear();
  lasts_.clear();
  chunks_.clear();
  used_chunks_ = ChunkPool::kChunksAtOnce;
}

Hypothesis* ChildLists::add_chunk(std::size_t list) {
  if (used_chunks_ == ChunkPool::kChunksAtOnce) {
    taken_.push_back(pool_->take());
    used_chunks_ = 0;
  }
  BoardChunk* chunk = taken_.back() + used_chunks_++;
  chunk->next = nullptr;
  if (firsts_[list] == nullptr) {
    firsts_[list] = chunk;
  } else {
    lasts_[list]->next = chunk;
  }
  lasts_[list] = chunk;
  ++chunks_[list];
  return chunk->boards;
}

std::size_t ChildLists::boards_in(std::size_t list) const {
  const BoardChunk* last = lasts_[list];
  return last == nullptr ? 0
                         : (chunks_[list] - 1) * kBoardsPerChunk + static_cast<std::size_t>(ends_[list] - last->boards);
}

}  // namespace lanternfish
