#include "tools/fit/judgement_fit.h"

#include <lbfgs.h>

#include <cmath>

#include "support/softmax.h"
#include "tools/fit/logit.h"

namespace lanternfish {

namespace {

// While fitting, a player is made of the styles with judgements, random, pass, and the styles without judgements.
constexpr std::size_t kFitParts = kMoveParts + kMoveStyles;
constexpr double kJudgementPrior = 2;  // turns that the usual shares count for with each player
constexpr int kJudgementSteps = 5;
constexpr int kJudgementRounds = 6;      // of expectation maximisation
constexpr double kJudgementPenalty = 2;  // L2: half of it times the sum of squares; 0.5 and 8 come to the same
using FitShares = std::array<double, kFitParts>;

struct JudgementProblem {
  const JudgementData& data;
  const std::vector<std::uint32_t>& which;
  const std::vector<double>& weights;
  std::size_t style;
};

// Of one style, with judgements. `coefficients` has judgement_rows::kCount.
void style_probabilities(std::span<const MoveWithJudgement> moves, std::size_t style, const double* coefficients,
                         std::vector<double>& p) {
  p.resize(moves.size());
  for (std::size_t m = 0; m < moves.size(); ++m) {
    p[m] = std::log(static_cast<double>(moves[m].parts[style])) + coefficients[moves[m].rows[0]] +
           coefficients[moves[m].rows[1]];
  }
  to_probabilities(p);
}

lbfgsfloatval_t judgement_loss(void* instance, const lbfgsfloatval_t* x, lbfgsfloatval_t* gradient, const int n,
                               const lbfgsfloatval_t /*step*/) {
  const auto& problem = *static_cast<const JudgementProblem*>(instance);
  double value = 0;
  for (int i = 0; i < n; ++i) {
    gradient[i] = kJudgementPenalty * x[i];
    value += 0.5 * kJudgementPenalty * x[i] * x[i];
  }
  std::vector<double> p;
  for (std::size_t i = 0; i < problem.which.size(); ++i) {
    const double weight = problem.weights[i];
    if (weight < 1e-6) {
      continue;
    }
    const MoveDecision& decision = problem.data.all[problem.which[i]];
    const auto moves = problem.data.of(decision);
    style_probabilities(moves, problem.style, x, p);
    value -= weight * std::log(std::max(p[decision.made], 1e-300));
    for (std::size_t m = 0; m < moves.size(); ++m) {
      const double slope = weight * (p[m] - (m == decision.made ? 1 : 0));
      gradient[moves[m].rows[0]] += slope;
      gradient[moves[m].rows[1]] += slope;
    }
  }
  return value;
}

FitShares likelihoods(const JudgementData& data, const MoveDecision& decision,
                      const JudgementCoefficients& coefficients) {
  FitShares likelihood;
  const auto moves = data.of(decision);
  const auto judged = parts_with_judgements(moves, coefficients)[decision.made];
  std::copy(judged.begin(), judged.end(), likelihood.begin());
  for (std::size_t style = 0; style < kMoveStyles; ++style) {
    likelihood[kMoveParts + style] = static_cast<double>(moves[decision.made].parts[style]);
  }
  return likelihood;
}

class JudgementFitter {
 public:
  JudgementFitter(const JudgementData& data, const std::function<bool(const PlayerMoves&)>& use) : data_(data) {
    FitShares first{};
    for (std::size_t part = 0; part < kMoveParts; ++part) {
      const auto usual = static_cast<double>(kUsualShares[part]);
      first[part] = part < kMoveStyles ? 0.7 * usual : usual;
      if (part < kMoveStyles) {
        first[kMoveParts + part] = 0.3 * usual;
      }
    }
    usual_ = first;
    for (const PlayerMoves& player : data.players) {
      if (use(player) && player.count > 0) {
        players_.push_back(player);
        shares_.push_back(first);
        for (std::uint32_t i = 0; i < player.count; ++i) {
          which_.push_back(player.first + i);
        }
      }
    }
    credit_.resize(which_.size());
    for (auto& style : coefficients_.styles) {
      style.assign(judgement_rows::kCount, 0);
    }
  }

  // Bits a move before this round's fit of the coefficients.
  double round() {
    std::vector<FitShares> likelihood;
    for (const std::uint32_t i : which_) {
      likelihood.push_back(likelihoods(data_, data_.all[i], coefficients_));
    }
    double bits = 0;
    for (int step = 0; step < kJudgementSteps; ++step) {
      bits = step_shares(likelihood);
    }
    for (std::size_t style = 0; style < kMoveStyles; ++style) {
      fit_style(style);
    }
    return bits / static_cast<double>(std::max<std::size_t>(1, which_.size()));
  }

  JudgementCoefficients result() {
    double trusting = 0;
    double all = 0;
    for (std::size_t style = 0; style < kMoveStyles; ++style) {
      trusting += usual_[style];
      all += usual_[style] + usual_[kMoveParts + style];
    }
    coefficients_.trust = trusting / all;
    return coefficients_;
  }

 private:
  double step_shares(const std::vector<FitShares>& likelihood) {
    double bits = 0;
    std::size_t at = 0;
    FitShares sum{};
    for (std::size_t player = 0; player < players_.size(); ++player) {
      FitShares turns{};
      for (std::uint32_t i = 0; i < players_[player].count; ++i, ++at) {
        double all = 0;
        for (std::size_t part = 0; part < kFitParts; ++part) {
          credit_[at][part] = shares_[player][part] * likelihood[at][part];
          all += credit_[at][part];
        }
        for (std::size_t part = 0; part < kFitParts; ++part) {
          credit_[at][part] /= all;
          turns[part] += credit_[at][part];
        }
        bits -= std::log2(all);
      }
      for (std::size_t part = 0; part < kFitParts; ++part) {
        shares_[player][part] =
            (turns[part] + kJudgementPrior * usual_[part]) / (players_[player].count + kJudgementPrior);
        sum[part] += shares_[player][part] / static_cast<double>(players_.size());
      }
    }
    usual_ = sum;
    return bits;
  }

  void fit_style(std::size_t style) {
    std::vector<double> weights;
    for (const FitShares& credit : credit_) {
      weights.push_back(credit[style]);
    }
    JudgementProblem problem{data_, which_, weights, style};
    lbfgs_parameter_t parameters;
    lbfgs_parameter_init(&parameters);
    parameters.max_iterations = 25;
    parameters.delta = 1e-5;
    parameters.past = 3;
    // Whatever ends it, the best point reached is in place.
    std::vector<double>& x = coefficients_.styles[style];
    lbfgs(static_cast<int>(x.size()), x.data(), nullptr, judgement_loss, nullptr, &problem, &parameters);
  }

  const JudgementData& data_;
  std::vector<PlayerMoves> players_;
  std::vector<std::uint32_t> which_;
  std::vector<FitShares> credit_;  // as which_
  std::vector<FitShares> shares_;  // by player
  FitShares usual_{};
  JudgementCoefficients coefficients_;
};

}  // namespace

std::vector<std::array<double, kMoveParts>> parts_with_judgements(std::span<const MoveWithJudgement> moves,
                                                                  const JudgementCoefficients& coefficients) {
  std::vector<std::array<double, kMoveParts>> parts(moves.size());
  std::vector<double> p;
  for (std::size_t style = 0; style < kMoveStyles; ++style) {
    style_probabilities(moves, style, coefficients.styles[style].data(), p);
    for (std::size_t m = 0; m < moves.size(); ++m) {
      parts[m][style] = p[m];
    }
  }
  for (std::size_t m = 0; m < moves.size(); ++m) {
    for (std::size_t part = kMoveStyles; part < kMoveParts; ++part) {
      parts[m][part] = static_cast<double>(moves[m].parts[part]);
    }
  }
  return parts;
}

JudgementCoefficients fit_judgements(const JudgementData& data, const std::function<bool(const PlayerMoves&)>& use,
                                     const std::function<void(int round, double bits)>& progress) {
  JudgementFitter fit(data, use);
  for (int round = 1; round <= kJudgementRounds; ++round) {
    progress(round, fit.round());
  }
  return fit.result();
}

}  // namespace lanternfish
