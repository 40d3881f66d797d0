#pragma once

// A set of boards: flat arrays of hypotheses, sharded by hash, without pointers.
//
// A board lies in the shard that the top bits of its hash name as long as nothing but whole boards was removed, so one
// shard is enough to find it or its double.

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

  // Shards are a power of two, at least one.
  explicit BoardSet(std::size_t shards = 1) : shards_(shards) {}
  static BoardSet of(const Hypothesis& only);

  std::size_t size() const;
  bool empty() const { return size() == 0; }
  std::size_t bytes() const;  // what the arrays hold of memory

  std::vector<Shard>& shards() { return shards_; }
  const std::vector<Shard>& shards() const { return shards_; }
  std::size_t shard_of(std::uint64_t hash) const { return shard_index(hash, shards_.size()); }
  static std::size_t shard_index(std::uint64_t hash, std::size_t shards) {
    return static_cast<std::size_t>(((hash >> 32) * shards) >> 32);
  }

  // Null when it is not in the set.
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

// Runs of neighbouring boards of a set, at most `size` each: units of parallel work whose bounds depend on the set
// alone, so that what is computed from them does not depend on the number of threads.
using BoardRun = std::span<const Hypothesis>;
std::vector<BoardRun> runs_of(const BoardSet& set, std::size_t size);

// Weights stay above this, so that no board ever vanishes by a product of small numbers.
constexpr float kLeastWeight = 1e-30F;
inline float floored_weight(double weight) { return weight > kLeastWeight ? static_cast<float>(weight) : kLeastWeight; }

}  // namespace lanternfish
