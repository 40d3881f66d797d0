#include "tools/arena/statistics/rating.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tools/arena/statistics/elo.h"

namespace lanternfish {

namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

const double kEloPerNat = 400 / std::log(10.0);

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

// By Gauss-Jordan with pivoting: players are few.
Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  Matrix result(n, Vector(n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    result[i][i] = 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t k = i + 1; k < n; ++k) {
      pivot = std::abs(a[k][i]) > std::abs(a[pivot][i]) ? k : pivot;
    }
    std::swap(a[i], a[pivot]);
    std::swap(result[i], result[pivot]);
    const double scale = 1 / a[i][i];
    for (std::size_t k = 0; k < n; ++k) {
      a[i][k] *= scale;
      result[i][k] *= scale;
    }
    for (std::size_t row = 0; row < n; ++row) {
      const double factor = row == i ? 0 : a[row][i];
      for (std::size_t k = 0; factor != 0 && k < n; ++k) {
        a[row][k] -= factor * a[i][k];
        result[row][k] -= factor * result[i][k];
      }
    }
  }
  return result;
}

Vector times(const Matrix& a, const Vector& x) {
  Vector result(a.size(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    result[i] = std::inner_product(x.begin(), x.end(), a[i].begin(), 0.0);
  }
  return result;
}

// Adds weight * d d^T for d = e_i - e_j.
void add_difference(Matrix& a, std::size_t i, std::size_t j, double weight) {
  a[i][i] += weight;
  a[j][j] += weight;
  a[i][j] -= weight;
  a[j][i] -= weight;
}

// First and second derivative of the log-likelihood at `strengths` (nats), and the observed variance of the first.
struct Slope {
  Vector gradient;
  Matrix information, variance;
};

Slope slope_at(const Vector& strengths, const std::vector<PairingScore>& scores, double prior_draws) {
  const std::size_t n = strengths.size();
  Slope slope{Vector(n, 0), Matrix(n, Vector(n, 0)), Matrix(n, Vector(n, 0))};
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
    add_difference(slope.information, i, j, wdl.games() * expected * (1 - expected));
    add_difference(slope.variance, i, j,
                   wdl.wins * std::pow(1 - expected, 2) + wdl.draws * std::pow(0.5 - expected, 2) +
                       wdl.losses * std::pow(expected, 2));
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double expected = logistic(strengths[i]);
    slope.gradient[i] += prior_draws * (0.5 - expected);
    slope.information[i][i] += prior_draws * expected * (1 - expected);
    slope.variance[i][i] += prior_draws * std::pow(0.5 - expected, 2);
  }
  // The scale has no zero of its own; this one direction is fixed by hand and takes nothing from the others.
  for (Vector& row : slope.information) {
    for (double& entry : row) {
      entry += 1.0 / static_cast<double>(n);
    }
  }
  return slope;
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
    const Vector change = times(inverse(slope.information), slope.gradient);
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
  const Matrix bread = inverse(slope.information);
  std::vector<Rating> ratings;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    Vector row = bread[i];
    center(row);  // the difference to the mean player
    const Vector spread = times(slope.variance, row);
    const double variance = std::inner_product(row.begin(), row.end(), spread.begin(), 0.0);
    ratings.push_back({strengths[i] * kEloPerNat, k95Percent * kEloPerNat * std::sqrt(std::max(0.0, variance))});
  }
  return ratings;
}

}  // namespace lanternfish
