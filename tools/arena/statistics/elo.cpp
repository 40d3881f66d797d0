#include "tools/arena/statistics/elo.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace lanternfish {

namespace {

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

double elo_or_infinite(double score) {
  if (score <= 0 || score >= 1) {
    return score <= 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }
  return elo_of_score(score);
}

// Wilson's interval of a mean of `n` results from 0 to 1.
ScoreInterval wilson(double mean, double n) {
  const double z2 = k95Percent * k95Percent;
  const double middle = (mean + z2 / (2 * n)) / (1 + z2 / n);
  const double half = k95Percent * std::sqrt(mean * (1 - mean) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  return {mean <= 0 ? 0 : std::max(0.0, middle - half), mean >= 1 ? 1 : std::min(1.0, middle + half)};
}

// `counts[i]` results of value i / (N - 1).
template <std::size_t N>
std::optional<EloEstimate> estimate(const std::array<int, N>& counts) {
  const double n = std::accumulate(counts.begin(), counts.end(), 0);
  if (n == 0) {
    return std::nullopt;
  }
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < N; ++i) {
    const double value = static_cast<double>(i) / (N - 1);
    sum += counts[i] * value;
    squares += counts[i] * value * value;
  }
  EloEstimate result;
  result.score = sum / n;
  const double deviation = std::sqrt(std::max(0.0, squares / n - result.score * result.score) / n);
  ScoreInterval range{result.score - k95Percent * deviation, result.score + k95Percent * deviation};
  if (deviation == 0 || range.low <= 0 || range.high >= 1) {
    range = wilson(result.score, n * (N - 1) / 2);  // each result of a pair is two games
  }
  result.elo = elo_or_infinite(result.score);
  result.low = elo_or_infinite(range.low);
  result.high = elo_or_infinite(range.high);
  const double lead = result.score - 0.5;
  result.superiority = deviation > 0 ? normal_cdf(lead / deviation) : lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
  return result;
}

using Distribution = std::array<double, 5>;

double pair_score(std::size_t i) { return static_cast<double>(i) / 4; }

// The distribution with mean `score` that makes the sample likeliest: p_i / (1 + x (a_i - score)), with the x at which
// the weighted deviations cancel. The sum falls with x, so bisection finds it.
Distribution likeliest(const Distribution& sample, double score) {
  double low = -1 / (1 - score), high = 1 / score;  // beyond, a probability would be negative
  for (int i = 0; i < 200; ++i) {
    const double x = (low + high) / 2;
    double sum = 0;
    for (std::size_t k = 0; k < sample.size(); ++k) {
      sum += sample[k] * (pair_score(k) - score) / (1 + x * (pair_score(k) - score));
    }
    (sum > 0 ? low : high) = x;
  }
  Distribution result;
  for (std::size_t k = 0; k < sample.size(); ++k) {
    result[k] = sample[k] / (1 + (low + high) / 2 * (pair_score(k) - score));
  }
  return result;
}

}  // namespace

Wdl& Wdl::operator+=(const Wdl& other) {
  wins += other.wins;
  draws += other.draws;
  losses += other.losses;
  return *this;
}

int pairs_of(const Pentanomial& pairs) { return std::accumulate(pairs.begin(), pairs.end(), 0); }

double elo_of_score(double score) { return 400 * std::log10(score / (1 - score)); }
double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

ScoreInterval score_interval(const Wdl& games) {
  if (games.games() == 0) {
    return {};
  }
  return wilson(games.points() / games.games(), games.games());
}

std::optional<EloEstimate> estimate_elo(const Wdl& games) {
  return estimate(std::array{games.losses, games.draws, games.wins});
}
std::optional<EloEstimate> estimate_elo(const Pentanomial& pairs) { return estimate(pairs); }

double SprtSettings::lower() const { return std::log(beta / (1 - alpha)); }
double SprtSettings::upper() const { return std::log((1 - beta) / alpha); }

Status check_sprt(const SprtSettings& settings) {
  const auto is_chance = [](double p) { return p > 0 && p < 0.5; };
  constexpr double kFarthest = 2000;  // Elo: beyond, a score can hardly be told from 0 or 1
  if (!(std::abs(settings.elo0) <= kFarthest && std::abs(settings.elo1) <= kFarthest)) {
    return Error{fmt::format("elo0 and elo1 lie between -{0:g} and {0:g}", kFarthest)};
  }
  if (!(settings.elo0 < settings.elo1)) {
    return Error{fmt::format("elo0 ({:g}) must be below elo1 ({:g})", settings.elo0, settings.elo1)};
  }
  if (!is_chance(settings.alpha) || !is_chance(settings.beta)) {
    return Error{"alpha and beta lie between 0 and 0.5"};
  }
  return success();
}

double log_likelihood_ratio(const Pentanomial& pairs, double elo0, double elo1) {
  if (pairs_of(pairs) == 0) {
    return 0;
  }
  // A result not seen yet is not impossible; fishtest's thousandth of a pair.
  constexpr double kUnseen = 1e-3;
  Distribution sample;
  std::transform(pairs.begin(), pairs.end(), sample.begin(), [](int n) { return n == 0 ? kUnseen : n; });
  const double n = std::accumulate(sample.begin(), sample.end(), 0.0);
  for (double& p : sample) {
    p /= n;
  }
  const Distribution under0 = likeliest(sample, score_of_elo(elo0));
  const Distribution under1 = likeliest(sample, score_of_elo(elo1));
  double ratio = 0;
  for (std::size_t k = 0; k < sample.size(); ++k) {
    ratio += sample[k] * std::log(under1[k] / under0[k]);
  }
  return n * ratio;
}

SprtVerdict judge(const SprtSettings& settings, const Pentanomial& pairs) {
  const double ratio = log_likelihood_ratio(pairs, settings.elo0, settings.elo1);
  return ratio >= settings.upper()   ? SprtVerdict::kAcceptElo1
         : ratio <= settings.lower() ? SprtVerdict::kAcceptElo0
                                     : SprtVerdict::kGoOn;
}

}  // namespace lanternfish
