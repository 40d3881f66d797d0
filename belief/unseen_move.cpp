#include "belief/unseen_move.h"

#include <cmath>

#include "belief/set/filter.h"

namespace lanternfish {

namespace {

// Bounds the cost of a turn to one expansion of this many parents for each part.
constexpr std::size_t kMaxParents = 256;

// `limit` draws, evenly spaced on the line of added weights. A board drawn several times is in the result once, with
// the number of its draws as its weight.
BoardSet sampled(const BoardSet& set, std::size_t limit) {
  BoardSet few;
  const double step = set.total_weight() / static_cast<double>(limit);
  double reached = 0;
  double next = step / 2;
  set.for_each([&](const Hypothesis& h) {
    reached += h.weight;
    if (reached < next) {
      return;
    }
    const double draws = std::floor((reached - next) / step) + 1;
    few.shards()[0].push_back(h);
    few.shards()[0].back().weight = static_cast<float>(draws);
    next += draws * step;
  });
  return few;
}

}  // namespace

UnseenMove::UnseenMove(const BoardSet& parents, const OwnSide& own, Square captured, const MoveSituation& situation)
    : parents_(parents.size() > kMaxParents ? sampled(parents, kMaxParents) : parents),
      own_(own),
      captured_(captured),
      situation_(situation) {}

std::array<double, kMoveParts> UnseenMove::likelihood(const Window& window, ThreadPool& threads) const {
  std::array<double, kMoveParts> likelihood;
  const WindowMatch match(window, own_.me());
  for (std::size_t part = 0; part < likelihood.size(); ++part) {
    MoveShares only{};
    only[part] = 1;
    BoardSet children = expand(parents_, own_, captured_, threads, {}, {MoveModel::fitted(only), situation_});
    filter(children, match, threads);
    likelihood[part] = children.total_weight();
  }
  return likelihood;
}

}  // namespace lanternfish
