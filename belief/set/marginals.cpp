#include "belief/set/marginals.h"

#include <algorithm>
#include <cmath>

namespace lanternfish {

PieceProbabilities piece_probabilities(const BoardSet& set) {
  PieceProbabilities sums{};
  double total = 0;
  set.for_each([&](const Hypothesis& h) {
    total += h.weight;
    for (Bitboard b = h.occupied(); b != 0;) {
      const Square s = pop_lowest(b);
      const auto code = (h.planes[0] >> s & 1) | (h.planes[1] >> s & 1) << 1 | (h.planes[2] >> s & 1) << 2;
      sums[code - 1][s] += h.weight;
    }
  });
  for (auto& by_square : sums) {
    for (double& p : by_square) {
      p = total > 0 ? p / total : 0;
    }
  }
  return sums;
}

double entropy_bits(const BoardSet& set, ThreadPool& threads) {
  // H = log2 W - (sum w log2 w) / W, summed shard by shard so that the order of addition is fixed.
  struct Sums {
    double weight = 0;
    double weight_log = 0;
  };
  std::vector<Sums> sums(set.shards().size());
  threads.for_each(sums.size(), [&](std::size_t s) {
    Sums part;  // apart from those of other threads, or they would fight for the cache line
    for (const Hypothesis& h : set.shards()[s]) {
      part.weight += h.weight;
      part.weight_log += h.weight * std::log2(h.weight);
    }
    sums[s] = part;
  });
  Sums total;
  for (const Sums& part : sums) {
    total.weight += part.weight;
    total.weight_log += part.weight_log;
  }
  return total.weight > 0 ? std::max(0.0, std::log2(total.weight) - total.weight_log / total.weight) : 0;
}

std::vector<Hypothesis> likeliest(const BoardSet& set, std::size_t limit) {
  struct Entry {
    float weight;
    std::size_t index;
    const Hypothesis* board;
  };
  const auto before = [](const Entry& a, const Entry& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.index < b.index;
  };
  std::vector<Entry> heap;  // the worst of the best so far on top
  std::size_t index = 0;
  set.for_each([&](const Hypothesis& h) {
    const Entry entry{h.weight, index++, &h};
    if (heap.size() < limit) {
      heap.push_back(entry);
      std::push_heap(heap.begin(), heap.end(), before);
    } else if (limit > 0 && before(entry, heap.front())) {
      std::pop_heap(heap.begin(), heap.end(), before);
      heap.back() = entry;
      std::push_heap(heap.begin(), heap.end(), before);
    }
  });
  std::sort_heap(heap.begin(), heap.end(), before);
  std::vector<Hypothesis> boards;
  for (const Entry& entry : heap) {
    boards.push_back(*entry.board);
  }
  return boards;
}

}  // namespace lanternfish
