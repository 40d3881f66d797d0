#include "tools/arena/statistics/rating.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tools/arena/statistics/elo.h"

namespace lanternfish {

namespace {

using Vector = std::vector<double>;

const double kEloPerNat = 400 / std::log(10.0);

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

// A symmetric matrix: rows up to the diagonal.
using Triangle = std::vector<Vector>;

// What the pairings say about differences: sum of weight * d d^T for d = e_i - e_j, and a diagonal.
struct Differences {
  struct Pair {
    std::size_t i = 0, j = 0;
    double weight = 0;
  };
  std::vector<Pair> pairs;
  Vector diagonal;

  Vector times(const Vector& x) const {
    Vector result(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      result[i] = diagonal[i] * x[i];
    }
    for (const Pair& pair : pairs) {
      const double flow = pair.weight * (x[pair.i] - x[pair.j]);
      result[pair.i] += flow;
      result[pair.j] -= flow;
    }
    return result;
  }
};

// First and second derivative of the log-likelihood at `strengths` (nats), and the observed variance of the first.
struct Slope {
  Vector gradient;
  Differences information, variance;
};

Slope slope_at(const Vector& strengths, const std::vector<PairingScore>& scores, double prior_draws) {
  const std::size_t n = strengths.size();
  Slope slope{Vector(n, 0), {{}, Vector(n, 0)}, {{}, Vector(n, 0)}};
  for (const PairingScore& pairing : scores) {
    const auto i = static_cast<std::size_t>(pairing.first), j = static_cast<std::size_t>(pairing.second);
    if (i == j) {
      continue;
    }
    const Wdl& wdl = pairing.score;
    const double expected = logistic(strengths[i] - strengths[j]);
    const double surplus = wdl.points() - wdl.games() * expected;
    slope.gradient[i] += surplus;
    slope.gradient[j] -= surplus;
    slope.information.pairs.push_back({i, j, wdl.games() * expected * (1 - expected)});
    slope.variance.pairs.push_back({i, j,
                                    wdl.wins * std::pow(1 - expected, 2) + wdl.draws * std::pow(0.5 - expected, 2) +
                                        wdl.losses * std::pow(expected, 2)});
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double expected = logistic(strengths[i]);
    slope.gradient[i] += prior_draws * (0.5 - expected);
    slope.information.diagonal[i] = prior_draws * expected * (1 - expected);
    slope.variance.diagonal[i] = prior_draws * std::pow(0.5 - expected, 2);
  }
  return slope;
}

// The scale has no zero of its own. So 1/n is added to each entry of the information, which fixes this one direction
// and takes nothing from the others.
Vector times_fixed(const Differences& information, const Vector& x) {
  Vector result = information.times(x);
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  for (double& entry : result) {
    entry += mean;
  }
  return result;
}

Triangle triangle_fixed(const Differences& information) {
  const std::size_t n = information.diagonal.size();
  Triangle a(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i].assign(i + 1, 1.0 / static_cast<double>(n));
    a[i][i] += information.diagonal[i];
  }
  for (const Differences::Pair& pair : information.pairs) {
    a[pair.i][pair.i] += pair.weight;
    a[pair.j][pair.j] += pair.weight;
    a[std::max(pair.i, pair.j)][std::min(pair.i, pair.j)] -= pair.weight;
  }
  return a;
}

double dot(const Vector& a, const Vector& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

// The x with information * x = wanted, by conjugate gradients, scaled by the diagonal: as many steps as it takes are
// far fewer than players, and each costs a look at each pairing.
Vector solve(const Differences& information, const Vector& wanted) {
  const std::size_t n = wanted.size();
  Vector scale(n, 1.0 / static_cast<double>(n)), x(n, 0), rest = wanted;
  for (std::size_t i = 0; i < n; ++i) {
    scale[i] += information.diagonal[i];
  }
  for (const Differences::Pair& pair : information.pairs) {
    scale[pair.i] += pair.weight;
    scale[pair.j] += pair.weight;
  }
  const auto scaled = [&] {
    Vector result = rest;
    for (std::size_t i = 0; i < n; ++i) {
      result[i] /= scale[i];
    }
    return result;
  };
  Vector next = scaled(), direction = next;
  double length = dot(rest, next);
  const double enough = length * 1e-26;
  for (std::size_t step = 0; step < 10 * n + 100 && length > enough; ++step) {
    const Vector image = times_fixed(information, direction);
    const double go = length / dot(direction, image);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] += go * direction[i];
      rest[i] -= go * image[i];
    }
    next = scaled();
    const double before = std::exchange(length, dot(rest, next));
    for (std::size_t i = 0; i < n; ++i) {
      direction[i] = next[i] + length / before * direction[i];
    }
  }
  return x;
}

// Sweeps one player after another out of a positive definite matrix, half of which is enough.
Triangle inverse(Triangle a) {
  const std::size_t n = a.size();
  Vector column(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      column[i] = i < k ? a[k][i] : a[i][k];
    }
    const double pivot = column[k];
    for (std::size_t i = 0; i < n; ++i) {
      const double factor = column[i] / pivot;
      double* const row = a[i].data();
      for (std::size_t j = 0; j <= i; ++j) {
        row[j] -= factor * column[j];
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      (i < k ? a[k][i] : a[i][k]) = i == k ? -1 / pivot : column[i] / pivot;
    }
  }
  for (Vector& row : a) {
    for (double& entry : row) {
      entry = -entry;
    }
  }
  return a;
}

void center(Vector& strengths) {
  const double mean = std::accumulate(strengths.begin(), strengths.end(), 0.0) / static_cast<double>(strengths.size());
  for (double& strength : strengths) {
    strength -= mean;
  }
}

}  // namespace

std::vector<Rating> rate(int players, const std::vector<PairingScore>& scores, double prior_draws) {
  Vector strengths(static_cast<std::size_t>(players), 0);
  // The likelihood is concave; steps are cut to one nat, beyond which Newton's parabola is no guide.
  for (int step = 0; step < 500; ++step) {
    const Slope slope = slope_at(strengths, scores, prior_draws);
    Vector change = solve(slope.information, slope.gradient);
    center(change);  // the prior wants all of them moved together, where the middle of the scale forbids it
    double longest = 0;
    for (const double x : change) {
      longest = std::max(longest, std::abs(x));
    }
    for (std::size_t i = 0; i < strengths.size(); ++i) {
      strengths[i] += change[i] / std::max(1.0, longest);
    }
    center(strengths);
    if (longest < 1e-10) {
      break;
    }
  }
  const Slope slope = slope_at(strengths, scores, prior_draws);
  const Triangle bread = inverse(triangle_fixed(slope.information));
  std::vector<Rating> ratings;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    Vector row = bread[i];
    for (std::size_t j = i + 1; j < strengths.size(); ++j) {
      row.push_back(bread[j][i]);
    }
    center(row);  // the difference to the mean player
    const double variance = std::max(dot(row, slope.variance.times(row)), dot(row, slope.information.times(row)));
    ratings.push_back({strengths[i] * kEloPerNat, k95Percent * kEloPerNat * std::sqrt(std::max(0.0, variance))});
  }
  return ratings;
}

}  // namespace lanternfish
