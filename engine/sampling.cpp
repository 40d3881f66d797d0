#include "engine/sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lanternfish {

DrawnBoards draw_boards(const BoardSet& set, std::size_t limit, Random& random, const DrawRate& rate) {
  struct Draw {
    double key;
    double rate;
    const Hypothesis* board;
    bool operator<(const Draw& other) const { return key < other.key; }
  };
  const std::size_t kept = limit + 1;  // one more, for its key
  std::vector<Draw> heap;              // the largest key on top
  set.for_each([&](const Hypothesis& h) {
    const double own_rate = rate(h);
    const Draw draw{-std::log(random.unit()) / own_rate, own_rate, &h};
    if (heap.size() < kept) {
      heap.push_back(draw);
      std::push_heap(heap.begin(), heap.end());
    } else if (draw < heap.front()) {
      std::pop_heap(heap.begin(), heap.end());
      heap.back() = draw;
      std::push_heap(heap.begin(), heap.end());
    }
  });
  std::sort_heap(heap.begin(), heap.end());
  DrawnBoards drawn;
  for (const Draw& draw : heap) {
    drawn.keys.push_back(draw.key);
    if (drawn.boards.size() < limit) {
      drawn.boards.push_back(*draw.board);
      drawn.rates.push_back(draw.rate);
    }
  }
  if (drawn.keys.size() == drawn.boards.size()) {
    drawn.keys.push_back(std::numeric_limits<double>::infinity());
  }
  return drawn;
}

DrawnBoards draw_boards(const BoardSet& set, std::size_t limit, Random& random) {
  return draw_boards(set, limit, random, [](const Hypothesis& h) { return static_cast<double>(h.weight); });
}

std::vector<Hypothesis> draw_equally(const BoardSet& set, std::size_t limit, Random& random) {
  return draw_boards(set, limit, random, [](const Hypothesis&) { return 1.0; }).boards;
}

double sample_weight(const DrawnBoards& drawn, std::size_t board, std::size_t scored) {
  const double until = drawn.keys[std::min(scored, drawn.boards.size())];
  return drawn.boards[board].weight / -std::expm1(-drawn.rates[board] * until);
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
