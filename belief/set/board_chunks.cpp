#include "belief/set/board_chunks.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "belief/set/board_memory.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBlockBytes = ChunkPool::kChunksPerBlock * kChunkBytes;
constexpr std::size_t kSmallRegion = 2 * kBlockBytes;
constexpr std::size_t kLargeRegion = 4 * kSlabBytes;

// A few regions stay for the next expansion, or small ones would spend most of their time on page faults.
class SmallRegions {
 public:
  ~SmallRegions() {
    for (void* region : kept_) {
      std::free(region);
    }
  }

  void* take() {
    {
      const std::lock_guard lock(mutex_);
      if (!kept_.empty()) {
        void* const region = kept_.back();
        kept_.pop_back();
        return region;
      }
    }
    void* const region = std::aligned_alloc(kChunkBytes, kSmallRegion);
    if (region == nullptr) {
      throw std::bad_alloc();
    }
    return region;
  }

  void keep(void* region) {
    {
      const std::lock_guard lock(mutex_);
      if (kept_.size() < kMost) {
        kept_.push_back(region);
        return;
      }
    }
    std::free(region);
  }

 private:
  static constexpr std::size_t kMost = (std::size_t{4} << 20) / kSmallRegion;
  std::mutex mutex_;
  std::vector<void*> kept_;
};

SmallRegions& small_regions() {
  static SmallRegions regions;
  return regions;
}

}  // namespace

ChunkPool::ChunkPool(std::size_t boards) {
  const std::size_t bytes = boards * sizeof(Hypothesis);
  const std::size_t slabs = bytes / kSlabBytes + 1;  // the last chunks of lists are half empty
  region_bytes_ = bytes < kSlabBytes ? kSmallRegion : std::min(slabs * kSlabBytes, kLargeRegion);
}

ChunkPool::~ChunkPool() {
  for (void* region : regions_) {
    if (region_bytes_ != kSmallRegion) {
      unmap_slabs(region, region_bytes_);
    } else {
      small_regions().keep(region);
    }
  }
}

BoardChunk* ChunkPool::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    void* const region = region_bytes_ == kSmallRegion ? small_regions().take() : map_slabs(region_bytes_);
    regions_.push_back(region);
    for (std::size_t at = region_bytes_; at > 0; at -= kBlockBytes) {
      free_.push_back(reinterpret_cast<BoardChunk*>(static_cast<std::byte*>(region) + at - kBlockBytes));
    }
  }
  BoardChunk* block = free_.back();
  free_.pop_back();
  return block;
}

void ChunkPool::give_back(std::vector<BoardChunk*>& blocks) {
  const std::lock_guard lock(mutex_);
  free_.insert(free_.end(), blocks.rbegin(), blocks.rend());
  blocks.clear();
}

void BoardBuckets::reset(std::size_t buckets, ChunkPool& pool) {
  release();
  pool_ = &pool;
  ends_.assign(buckets, nullptr);
  firsts_.assign(buckets, nullptr);
  lasts_.assign(buckets, nullptr);
  chunks_.assign(buckets, 0);
}

void BoardBuckets::release() {
  if (!blocks_.empty()) {
    pool_->give_back(blocks_);
  }
  ends_.clear();
  firsts_.clear();
  lasts_.clear();
  chunks_.clear();
  used_in_block_ = ChunkPool::kChunksPerBlock;
}

Hypothesis* BoardBuckets::add_chunk(std::size_t bucket) {
  if (used_in_block_ == ChunkPool::kChunksPerBlock) {
    blocks_.push_back(pool_->take());
    used_in_block_ = 0;
  }
  BoardChunk* chunk = blocks_.back() + used_in_block_++;
  chunk->next = nullptr;
  if (firsts_[bucket] == nullptr) {
    firsts_[bucket] = chunk;
  } else {
    lasts_[bucket]->next = chunk;
  }
  lasts_[bucket] = chunk;
  ++chunks_[bucket];
  return chunk->boards;
}

std::size_t BoardBuckets::boards_in(std::size_t bucket) const {
  const BoardChunk* last = lasts_[bucket];
  return last == nullptr
             ? 0
             : (chunks_[bucket] - 1) * kBoardsPerChunk + static_cast<std::size_t>(ends_[bucket] - last->boards);
}

}  // namespace lanternfish
