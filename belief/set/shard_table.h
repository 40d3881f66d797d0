#pragma once

// Deduplicates the children of one shard: equal boards become one board, and their weights add up.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "belief/set/board_set.h"

namespace lanternfish {

// The boards that are new to a shard, before they are appended to it. One thread uses the memory for shard after shard.
class NewBoards {
 public:
  // Drops all boards and makes room for `capacity`.
  void clear(std::size_t capacity);

 private:
  friend class ShardTable;
  // A cache line, so that no board lies in two. Written before it is read, and so not zeroed.
  struct alignas(64) CacheLine {
    std::byte bytes[64];
  };

  std::unique_ptr<CacheLine[]> memory_;
  std::size_t capacity_ = 0;
  Hypothesis* boards_ = nullptr;
  std::size_t count_ = 0;
};

// Finds boards of one shard: open addressing over the places of the boards.
//
//   table.reset(expected);
//   for each wave: table.begin(shard, ...); table.add(children) any number of times; table.end(...);
class ShardTable {
 public:
  // Forgets all boards. `expected`: about how many distinct boards will come.
  void reset(std::size_t expected);

  // `shard` has exactly the boards that were added since reset(). `children` is the number of boards that add() will
  // get before end(). `new_boards` must not be used for another shard before end().
  void begin(BoardSet::Shard& shard, std::size_t children, NewBoards& new_boards);
  void add(std::span<const Hypothesis> children);
  // Appends the new boards to the shard in the order of their first coming.
  void end(bool more_to_come);

  std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  // Lower bits: the board's place in shard and new boards, counted from 1; 0 is a free slot. Upper bits: a part of the
  // board's hash.
  using Slot = std::uint32_t;

  template <bool has_old>
  void add_few(std::span<const Hypothesis> few);
  void grow();
  void insert(std::uint64_t hash, std::size_t index);

  std::vector<Slot, BoardAllocator<Slot>> slots_;  // their number is a power of two
  std::size_t mask_ = 0;
  std::size_t used_ = 0;
  BoardSet::Shard* shard_ = nullptr;  // from begin() to end()
  NewBoards* new_ = nullptr;          // from begin() to end()
};

}  // namespace lanternfish
