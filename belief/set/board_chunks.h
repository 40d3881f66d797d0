#pragma once

// Lists of boards on their way from the threads that make them to the shards they belong to. A list is a chain of
// chunks, so that a thread can write to the ends of many lists by turns and no board is moved when a list grows.

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "belief/set/hypothesis.h"

namespace lanternfish {

constexpr std::size_t kChunkBytes = 1024;
constexpr std::size_t kBoardsPerChunk = kChunkBytes / sizeof(Hypothesis) - 1;

// Lies at a multiple of its size, so that the address of the next free place tells whether the chunk is full.
struct alignas(kChunkBytes) BoardChunk {
  BoardChunk* next;
  alignas(sizeof(Hypothesis)) Hypothesis boards[kBoardsPerChunk];
};
static_assert(sizeof(BoardChunk) == kChunkBytes);

// Memory for chunks. Chunks that were given back are used again; the pool returns all of its memory at its end. Large
// pools take slabs of huge pages (board_memory.h).
class ChunkPool {
 public:
  static constexpr std::size_t kChunksAtOnce = 32;

  // `boards`: about how many will be held at the same time.
  explicit ChunkPool(std::size_t boards);
  ~ChunkPool();
  ChunkPool(const ChunkPool&) = delete;
  ChunkPool& operator=(const ChunkPool&) = delete;

  // kChunksAtOnce chunks, one behind the other; returns the first. Throws std::bad_alloc. Called from any thread.
  BoardChunk* take();
  // Gives back what take() returned, and empties the vector. Called from any thread.
  void give_back(std::vector<BoardChunk*>& taken);

  // Must not be called while other threads take.
  std::size_t bytes() const { return slabs_.size() * slab_bytes_; }

 private:
  std::size_t slab_bytes_;
  std::mutex mutex_;
  std::vector<BoardChunk*> free_;  // each the first of kChunksAtOnce
  std::vector<void*> slabs_;
};

// Some lists of boards. Boards stay in a list in the order they were added.
class ChildLists {
 public:
  // Makes `lists` empty lists. `pool` must live until release().
  void reset(std::size_t lists, ChunkPool& pool);
  // Drops all lists and gives their memory back to the pool.
  void release();

  // The place of the next board of a list. The caller must write the board there.
  Hypothesis* next_in(std::size_t list) {
    Hypothesis*& end = ends_[list];
    if ((reinterpret_cast<std::uintptr_t>(end) & (kChunkBytes - 1)) == 0) [[unlikely]] {
      end = add_chunk(list);
    }
    __builtin_prefetch(end + 2, 1);
    return end++;
  }
  void add(std::size_t list, const Hypothesis& board) { *next_in(list) = board; }

  // The first chunk of a list; null where the list is empty.
  const BoardChunk* first_of(std::size_t list) const { return firsts_[list]; }
  // The boards of one chunk of `list`.
  std::span<const Hypothesis> boards_of(const BoardChunk& chunk, std::size_t list) const {
    return {chunk.boards,
            chunk.next == nullptr ? static_cast<std::size_t>(ends_[list] - chunk.boards) : kBoardsPerChunk};
  }
  std::size_t boards_in(std::size_t list) const;

 private:
  Hypothesis* add_chunk(std::size_t list);

  ChunkPool* pool_ = nullptr;
  // By list.
  std::vector<Hypothesis*> ends_;  // null, or a multiple of kChunkBytes: the next board needs a new chunk
  std::vector<BoardChunk*> firsts_;
  std::vector<BoardChunk*> lasts_;
  std::vector<std::uint32_t> chunks_;  // their number

  std::vector<BoardChunk*> taken_;  // from the pool
  std::size_t used_chunks_ = 0;     // of the last that were taken together
};

}  // namespace lanternfish
