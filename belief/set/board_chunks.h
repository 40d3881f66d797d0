#pragma once

// Boards on their way from the threads that make them to the shards they belong to: lists of small chunks, one list for
// each bucket, written to at all their ends at once.

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "belief/set/hypothesis.h"

namespace lanternfish {

constexpr std::size_t kChunkBytes = 1024;
constexpr std::size_t kBoardsPerChunk = kChunkBytes / sizeof(Hypothesis) - 1;

// Lies at a multiple of its size, so that a position in it tells where it ends.
struct alignas(kChunkBytes) BoardChunk {
  BoardChunk* next;
  alignas(sizeof(Hypothesis)) Hypothesis boards[kBoardsPerChunk];
};
static_assert(sizeof(BoardChunk) == kChunkBytes);

// Memory for chunks, handed out in blocks and used again; all of it goes back to the system in the end. The memory is
// in huge pages where they are to be had: a fault for every 128 boards costs as much as making them.
class ChunkPool {
 public:
  static constexpr std::size_t kChunksPerBlock = 32;

  // `boards` is about how many will be held at a time.
  explicit ChunkPool(std::size_t boards);
  ~ChunkPool();
  ChunkPool(const ChunkPool&) = delete;
  ChunkPool& operator=(const ChunkPool&) = delete;

  // Both may be called from any thread.
  BoardChunk* take();
  void give_back(std::vector<BoardChunk*>& blocks);

  std::size_t bytes() const { return regions_.size() * region_bytes_; }

 private:
  std::size_t region_bytes_;
  std::mutex mutex_;
  std::vector<BoardChunk*> free_;  // blocks
  std::vector<void*> regions_;
};

// What one run of parents brings forth, by bucket, in the order of its making.
class BoardBuckets {
 public:
  // Empties it.
  void reset(std::size_t buckets, ChunkPool& pool);
  // Returns its memory to the pool.
  void release();

  // Where the next board of a bucket is to be written; the caller writes it.
  Hypothesis* next_in(std::size_t bucket) {
    Hypothesis*& end = ends_[bucket];
    if ((reinterpret_cast<std::uintptr_t>(end) & (kChunkBytes - 1)) == 0) [[unlikely]] {
      end = add_chunk(bucket);
    }
    __builtin_prefetch(end + 2, 1);
    return end++;
  }
  void add(std::size_t bucket, const Hypothesis& board) { *next_in(bucket) = board; }

  const BoardChunk* first_of(std::size_t bucket) const { return firsts_[bucket]; }
  // The boards of a chunk of that bucket.
  std::span<const Hypothesis> boards_of(const BoardChunk& chunk, std::size_t bucket) const {
    return {chunk.boards,
            chunk.next == nullptr ? static_cast<std::size_t>(ends_[bucket] - chunk.boards) : kBoardsPerChunk};
  }
  std::size_t boards_in(std::size_t bucket) const;

 private:
  Hypothesis* add_chunk(std::size_t bucket);

  ChunkPool* pool_ = nullptr;
  std::vector<Hypothesis*> ends_;  // by bucket; null or a multiple of kChunkBytes: no room
  std::vector<BoardChunk*> firsts_;
  std::vector<BoardChunk*> lasts_;
  std::vector<std::uint32_t> chunks_;  // how many
  std::vector<BoardChunk*> blocks_;
  std::size_t used_in_block_ = 0;  // chunks, of the last block
};

}  // namespace lanternfish
