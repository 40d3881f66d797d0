#include "engine/sampling.h"

#include <algorithm>
#include <cmath>

namespace lanternfish {

std::vector<Hypothesis> draw_boards(const BoardSet& set, std::size_t limit, Random& random) {
  struct Draw {
    double key;  // exponential with the board's weight as rate: the smallest come first
    const Hypothesis* board;
    bool operator<(const Draw& other) const { return key < other.key; }
  };
  std::vector<Draw> heap;  // the largest key on top
  set.for_each([&](const Hypothesis& h) {
    const Draw draw{-std::log(random.unit()) / h.weight, &h};
    if (heap.size() < limit) {
      heap.push_back(draw);
      std::push_heap(heap.begin(), heap.end());
    } else if (limit > 0 && draw < heap.front()) {
      std::pop_heap(heap.begin(), heap.end());
      heap.back() = draw;
      std::push_heap(heap.begin(), heap.end());
    }
  });
  std::sort_heap(heap.begin(), heap.end());
  std::vector<Hypothesis> boards;
  boards.reserve(heap.size());
  for (const Draw& draw : heap) {
    boards.push_back(*draw.board);
  }
  return boards;
}

double sample_weight(const Hypothesis& drawn, std::size_t scored, std::size_t set_size, double total_weight) {
  if (scored >= set_size) {
    return drawn.weight;
  }
  const double chance = std::min(1.0, static_cast<double>(scored) * drawn.weight / total_weight);
  return drawn.weight / chance;
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

}  // namespace lanternfish
