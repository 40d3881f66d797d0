#include "engine/sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lanternfish {

BoardSample sample_boards(const BoardSet& set, std::size_t limit, Random& random, const SampleRate& rate) {
  struct Waiting {
    double key;
    double rate;
    const Hypothesis* board;
    bool operator<(const Waiting& other) const { return key < other.key; }
  };
  const std::size_t kept = limit + 1;  // one more, for its key
  std::vector<Waiting> heap;           // the largest key on top
  set.for_each([&](const Hypothesis& h) {
    const double own_rate = rate(h);
    const Waiting next{-std::log(random.unit()) / own_rate, own_rate, &h};
    if (heap.size() < kept) {
      heap.push_back(next);
      std::push_heap(heap.begin(), heap.end());
    } else if (next < heap.front()) {
      std::pop_heap(heap.begin(), heap.end());
      heap.back() = next;
      std::push_heap(heap.begin(), heap.end());
    }
  });
  std::sort_heap(heap.begin(), heap.end());
  BoardSample sample;
  for (const Waiting& each : heap) {
    sample.keys.push_back(each.key);
    if (sample.boards.size() < limit) {
      sample.boards.push_back(*each.board);
      sample.rates.push_back(each.rate);
    }
  }
  if (sample.keys.size() == sample.boards.size()) {
    sample.keys.push_back(std::numeric_limits<double>::infinity());
  }
  return sample;
}

BoardSample sample_boards(const BoardSet& set, std::size_t limit, Random& random) {
  return sample_boards(set, limit, random, [](const Hypothesis& h) { return static_cast<double>(h.weight); });
}

std::vector<Hypothesis> sample_equally(const BoardSet& set, std::size_t limit, Random& random) {
  return sample_boards(set, limit, random, [](const Hypothesis&) { return 1.0; }).boards;
}

double sample_weight(const BoardSample& sample, std::size_t board, std::size_t scored) {
  const double until = sample.keys[std::min(scored, sample.boards.size())];
  return sample.boards[board].weight / -std::expm1(-sample.rates[board] * until);
}

BoardSet thinned(const BoardSet& set, std::size_t limit) {
  const std::size_t stride = (set.size() + limit - 1) / std::max<std::size_t>(limit, 1);
  BoardSet few;
  std::size_t index = 0;
  set.for_each([&](const Hypothesis& h) {
    if (stride <= 1 || index % stride == 0) {
      few.shards()[0].push_back(h);
    }
    ++index;
  });
  return few;
}

BoardSet equally_likely(BoardSet set) {
  for (BoardSet::Shard& shard : set.shards()) {
    for (Hypothesis& h : shard) {
      h.weight = 1;
    }
  }
  return set;
}

}  // namespace lanternfish
