#include "belief/set/board_set.h"

#include <algorithm>

#include "belief/set/board_hash.h"

namespace lanternfish {

BoardSet BoardSet::of(const Hypothesis& only) {
  BoardSet set;
  set.shards_[0].push_back(only);
  return set;
}

std::size_t BoardSet::size() const {
  std::size_t total = 0;
  for (const Shard& shard : shards_) {
    total += shard.size();
  }
  return total;
}

std::size_t BoardSet::bytes() const {
  std::size_t total = shards_.capacity() * sizeof(Shard);
  for (const Shard& shard : shards_) {
    total += shard.capacity() * sizeof(Hypothesis);
  }
  return total;
}

const Hypothesis* BoardSet::find(const Hypothesis& board) const {
  const Shard& shard = shards_[shard_of(hash_of(board))];
  const auto found = std::find_if(shard.begin(), shard.end(), [&](const Hypothesis& h) { return h.same_board(board); });
  return found == shard.end() ? nullptr : &*found;
}

double BoardSet::total_weight() const {
  double total = 0;
  for_each([&](const Hypothesis& h) { total += h.weight; });
  return total;
}

void BoardSet::scale_weights(double factor, ThreadPool& threads) {
  threads.for_each(shards_.size(), [&](std::size_t i) {
    for (Hypothesis& h : shards_[i]) {
      h.weight = floored_weight(h.weight * factor);
    }
  });
}

std::vector<BoardRun> runs_of(const BoardSet& set, std::size_t size) {
  std::vector<BoardRun> runs;
  for (const BoardSet::Shard& shard : set.shards()) {
    for (std::size_t begin = 0; begin < shard.size(); begin += size) {
      runs.emplace_back(shard.data() + begin, std::min(size, shard.size() - begin));
    }
  }
  return runs;
}

}  // namespace lanternfish
