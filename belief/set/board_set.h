#pragma once

// A set of boards: flat arrays of hypotheses, sharded by hash.
//
// Invariant: shard = top bits of the hash. So one shard is enough to find a board or its duplicate. Boards may be
// removed in place; editing a board in place breaks the invariant.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "belief/set/board_memory.h"
#include "belief/set/hypothesis.h"
#include "support/thread_pool.h"

namespace lanternfish {

class BoardSet {
 public:
  using Shard = std::vector<Hypothesis, BoardAllocator<Hypothesis>>;

  // `shards` is a power of two.
  explicit BoardSet(std::size_t shards = 1) : shards_(shards) {}
  // The set of one board.
  static BoardSet of(const Hypothesis& only);

  std::size_t size() const;
  bool empty() const { return size() == 0; }
  std::size_t bytes() const;  // of memory, unused capacity included

  std::vector<Shard>& shards() { return shards_; }
  const std::vector<Shard>& shards() const { return shards_; }
  std::size_t shard_of(std::uint64_t hash) const { return shard_index(hash, shards_.size()); }
  static std::size_t shard_index(std::uint64_t hash, std::size_t shards) {
    return static_cast<std::size_t>(((hash >> 32) * shards) >> 32);
  }

  // The board of the set that equals `board`; null where there is none. Takes the invariant for granted.
  const Hypothesis* find(const Hypothesis& board) const;

  double total_weight() const;
  void scale_weights(double factor, ThreadPool& threads);

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Shard& shard : shards_) {
      for (const Hypothesis& h : shard) {
        visit(h);
      }
    }
  }

 private:
  std::vector<Shard> shards_;
};

// Neighbouring boards in memory.
using BoardRun = std::span<const Hypothesis>;
// The set cut into runs of at most `size` boards, in order. The cuts depend on the set alone, so that results computed
// run by run do not depend on the number of threads.
std::vector<BoardRun> runs_of(const BoardSet& set, std::size_t size);

// No weight is smaller: products of small numbers must not reach 0.
constexpr float kMinWeight = 1e-30F;
inline float floored_weight(double weight) { return weight > kMinWeight ? static_cast<float>(weight) : kMinWeight; }

}  // namespace lanternfish
