#pragma once

// What a score between two players says: rating difference, error bars, likelihood of superiority, and the sequential
// probability ratio test.

#include <array>
#include <optional>

#include "support/result.h"

namespace lanternfish {

constexpr double k95Percent = 1.959963984540054;  // two-sided quantile of the normal distribution

struct Wdl {
  int wins = 0, draws = 0, losses = 0;

  int games() const { return wins + draws + losses; }
  double points() const { return wins + 0.5 * draws; }
  Wdl& operator+=(const Wdl& other);
  friend bool operator==(const Wdl&, const Wdl&) = default;
};

// Pairs of games with colours swapped, by the half points the first player made in them: 0 to 4.
using Pentanomial = std::array<int, 5>;
int pairs_of(const Pentanomial& pairs);

// The logistic scale: 400 Elo are ten to one. `score` is the mean result of a game, 0 to 1 exclusive.
double elo_of_score(double score);
double score_of_elo(double elo);

struct EloEstimate {
  double score = 0.5;
  // Unbounded (infinite) where everything was won or lost.
  double elo = 0;
  // 95 %, as Elo: the score plus and minus 1.96 standard errors. Where these leave the range of scores, and where all
  // results are alike and do not tell how results vary: Wilson's interval of the games, as if none hung on another.
  double low = 0, high = 0;
  double superiority = 0.5;  // the probability that the first player is the stronger one, a normal approximation

  double error() const { return (high - low) / 2; }
};

// 95 % interval of a score (Wilson 1927): it stays sensible for few games and for scores near 0 and 1. A draw counts as
// half a win, which makes the interval wider than it need be. Without games: 0 to 1.
struct ScoreInterval {
  double low = 0, high = 1;
};
ScoreInterval score_interval(const Wdl& games);

// With fewer games error bars and likelihoods are a play of numbers: two wins in two games make a likelihood of 100 %.
constexpr int kMinGamesForErrors = 10;

// None without games. The variance is the sample's: of games, or, where every game belongs to a complete pair, of
// pairs, which is smaller when colours matter.
std::optional<EloEstimate> estimate_elo(const Wdl& games);
std::optional<EloEstimate> estimate_elo(const Pentanomial& pairs);

struct SprtSettings {
  double elo0 = 0, elo1 = 10;        // logistic Elo of the two hypotheses, elo0 < elo1
  double alpha = 0.05, beta = 0.05;  // chance of accepting elo1 when elo0 is true, and the reverse

  double lower() const;  // the log-likelihood ratio at which elo0 is accepted
  double upper() const;  // and elo1
};
Status check_sprt(const SprtSettings& settings);

enum class SprtVerdict { kGoOn, kAcceptElo0, kAcceptElo1 };

// The generalised log-likelihood ratio over pairs: of the likeliest distributions of pair results whose means are the
// two hypotheses' scores. M. Van den Bergh, "A practical introduction to the GSPRT", section 4.
double log_likelihood_ratio(const Pentanomial& pairs, double elo0, double elo1);
SprtVerdict judge(const SprtSettings& settings, const Pentanomial& pairs);

}  // namespace lanternfish
