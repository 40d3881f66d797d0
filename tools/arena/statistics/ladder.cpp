#include "tools/arena/statistics/ladder.h"

#include <algorithm>
#include <cmath>

namespace lanternfish {

namespace {

struct Point {
  double log_nodes = 0, score = 0, weight = 0;
};

// Neighbours whose scores rise get their common mean, until none rise.
void make_falling(std::vector<Point>& points) {
  struct Block {
    double sum = 0, weight = 0;
    std::size_t size = 0;
    double mean() const { return sum / weight; }
  };
  std::vector<Block> blocks;
  for (const Point& point : points) {
    blocks.push_back({point.score * point.weight, point.weight, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() < blocks.back().mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum;
      blocks.back().weight += last.weight;
      blocks.back().size += last.size;
    }
  }
  auto point = points.begin();
  for (const Block& block : blocks) {
    for (std::size_t i = 0; i < block.size; ++i) {
      (point++)->score = block.mean();
    }
  }
}

Crossing crossing(std::vector<Point> points) {
  make_falling(points);
  constexpr double kHalf = 0.5, kSame = 1e-9;
  const auto is_won = [](const Point& p) { return p.score > kHalf + kSame; };
  const auto is_not_lost = [](const Point& p) { return p.score > kHalf - kSame; };
  // The rungs of exactly one half, if any, are those from `even` up to `lost`.
  const auto even = std::partition_point(points.begin(), points.end(), is_won);
  const auto lost = std::partition_point(even, points.end(), is_not_lost);
  if (even != lost) {
    return {Crossing::Place::kWithin, std::exp((even->log_nodes + (lost - 1)->log_nodes) / 2)};
  }
  if (lost == points.begin()) {
    return {Crossing::Place::kBelow, std::exp(points.front().log_nodes)};
  }
  if (lost == points.end()) {
    return {Crossing::Place::kAbove, std::exp(points.back().log_nodes)};
  }
  const Point &above = *(lost - 1), &below = *lost;
  const double part = (above.score - kHalf) / (above.score - below.score);
  return {Crossing::Place::kWithin, std::exp(above.log_nodes + part * (below.log_nodes - above.log_nodes))};
}

}  // namespace

std::optional<LadderResult> climb(const std::vector<Rung>& rungs) {
  std::vector<Point> scores, lows, highs;
  for (const Rung& rung : rungs) {
    if (rung.games.games() == 0) {
      continue;
    }
    const double log_nodes = std::log(static_cast<double>(rung.nodes)), games = rung.games.games();
    const ScoreInterval interval = score_interval(rung.games);
    scores.push_back({log_nodes, rung.games.points() / games, games});
    lows.push_back({log_nodes, interval.low, games});
    highs.push_back({log_nodes, interval.high, games});
  }
  if (scores.empty()) {
    return std::nullopt;
  }
  return LadderResult{crossing(std::move(scores)), crossing(std::move(lows)), crossing(std::move(highs))};
}

}  // namespace lanternfish
