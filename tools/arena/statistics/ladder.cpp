#include "tools/arena/statistics/ladder.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kFar = 4000;                 // Elo from any rung: beyond, no score is anything but 0 or 1
constexpr double kLikelihoodDrop = 1.920729;  // half of the 95 % quantile of chi-squared with one degree of freedom

double log_likelihood(const std::vector<KnownOpponent>& opponents, double elo) {
  double sum = 0;
  for (const KnownOpponent& opponent : opponents) {
    const double games = opponent.games.games(), points = opponent.games.points();
    const double ahead = (elo - opponent.elo) * std::log(10.0) / 400;
    // ln of 1 / (1 + e^-ahead) and of 1 / (1 + e^ahead), without loss for large numbers
    sum -= points * std::log1p(std::exp(-ahead)) + (games - points) * std::log1p(std::exp(ahead));
  }
  return sum;
}

// How much more the scores vary from rung to rung than they should; at least 1.
double dispersion(const std::vector<KnownOpponent>& opponents, double elo) {
  double chi_squared = 0;
  int rungs = 0;
  for (const KnownOpponent& opponent : opponents) {
    const double games = opponent.games.games(), expected = score_of_elo(elo - opponent.elo);
    const double variance = games * expected * (1 - expected);
    // Where less than one point either way is expected, a single surprise would count for far too much.
    if (games * std::min(expected, 1 - expected) >= 1) {
      chi_squared += std::pow(opponent.games.points() - games * expected, 2) / variance;
      ++rungs;
    }
  }
  return rungs < 2 ? 1 : std::max(1.0, chi_squared / (rungs - 1));
}

// Where a function that is positive at `in` and negative at `out` changes its sign.
template <typename Function>
double between(double in, double out, const Function& function) {
  for (int i = 0; i < 60; ++i) {
    const double middle = (in + out) / 2;
    (function(middle) > 0 ? in : out) = middle;
  }
  return (in + out) / 2;
}

}  // namespace

const std::vector<KnownRung>& known_rungs() {
  static const std::vector<KnownRung> kRungs = {{"random", 0},        {"mostly-random", 525}, {"attacker", 921},
                                                {"one-board-1", 905}, {"one-board-10", 937},  {"one-board-100", 863},
                                                {"trout", 965},       {"mht", 924},           {"lanternfish", 1218},
                                                {"perfect-1", 1788},  {"perfect-10", 1618},   {"perfect-100", 1595}};
  return kRungs;
}

std::optional<KnownRating> rate_among_known(const std::vector<KnownOpponent>& opponents) {
  Wdl all;
  double lowest = kInfinite, highest = -kInfinite;
  for (const KnownOpponent& opponent : opponents) {
    if (opponent.games.games() > 0) {
      all += opponent.games;
      lowest = std::min(lowest, opponent.elo);
      highest = std::max(highest, opponent.elo);
    }
  }
  if (all.games() == 0) {
    return std::nullopt;
  }
  const double bottom = lowest - kFar, top = highest + kFar;
  const bool lost_all = all.points() == 0, won_all = all.points() == all.games();
  const auto points_missing = [&](double elo) {
    double missing = all.points();
    for (const KnownOpponent& opponent : opponents) {
      missing -= opponent.games.games() * score_of_elo(elo - opponent.elo);
    }
    return missing;
  };
  const double best = lost_all ? bottom : won_all ? top : between(bottom, top, points_missing);
  const double drop = kLikelihoodDrop * dispersion(opponents, best);
  const double greatest = lost_all || won_all ? 0 : log_likelihood(opponents, best);
  const auto within = [&](double elo) { return log_likelihood(opponents, elo) - greatest + drop; };
  return KnownRating{lost_all  ? -kInfinite
                     : won_all ? kInfinite
                               : best,
                     lost_all ? -kInfinite : between(best, bottom, within),
                     won_all ? kInfinite : between(best, top, within)};
}

}  // namespace lanternfish
