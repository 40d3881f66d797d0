#include "tools/fit/logit.h"

#include <lbfgs.h>

#include <algorithm>
#include <cmath>

#include "support/softmax.h"

namespace lanternfish {

namespace {

// L2: half of it times the sum of squares. The best of 0.5 to 4 by cross-validation.
constexpr double kPenalty = 2;
constexpr int kIterations = 20;     // of L-BFGS
constexpr std::size_t kChunks = 8;  // fixed, so that sums do not depend on the number of threads

struct Problem {
  const Decisions& decisions;
  const std::vector<std::uint32_t>& which;
  const std::vector<double>& weights;
  ThreadPool& threads;
  std::vector<Coefficients> gradients;  // by chunk
};

// Adds to the gradient of the negative log likelihood and returns its value.
double add_decision(const Decisions& d, const MoveDecision& decision, double weight, const Coefficients& x,
                    std::vector<double>& p, Coefficients& gradient) {
  move_probabilities(d, decision, x, p);
  for (std::uint32_t m = 0; m < decision.moves; ++m) {
    const double slope = weight * (p[m] - (m == decision.made ? 1 : 0));
    for (std::uint32_t i = d.row_ends[decision.first_move + m]; i < d.row_ends[decision.first_move + m + 1]; ++i) {
      gradient[d.rows[i]] += slope;
    }
  }
  return -weight * std::log(std::max(p[decision.made], 1e-300));
}

lbfgsfloatval_t evaluate(void* instance, const lbfgsfloatval_t* x, lbfgsfloatval_t* gradient, const int n,
                         const lbfgsfloatval_t /*step*/) {
  auto& problem = *static_cast<Problem*>(instance);
  const Coefficients at(x, x + n);
  std::array<double, kChunks> values{};
  problem.threads.for_each(kChunks, [&](std::size_t chunk) {
    Coefficients& sum = problem.gradients[chunk];
    sum.assign(static_cast<std::size_t>(n), 0);
    std::vector<double> p;
    for (std::size_t i = chunk; i < problem.which.size(); i += kChunks) {
      if (problem.weights[i] > 1e-6) {
        values[chunk] +=
            add_decision(problem.decisions, problem.decisions.all[problem.which[i]], problem.weights[i], at, p, sum);
      }
    }
  });
  double value = 0;
  for (const double part : values) {
    value += part;
  }
  for (std::size_t i = 0; i < at.size(); ++i) {
    gradient[i] = kPenalty * at[i];
    value += 0.5 * kPenalty * at[i] * at[i];
    for (const Coefficients& part : problem.gradients) {
      gradient[i] += part[i];
    }
  }
  return value;
}

}  // namespace

void move_probabilities(const Decisions& decisions, const MoveDecision& decision, const Coefficients& coefficients,
                        std::vector<double>& probabilities) {
  probabilities.assign(decision.moves, 0);
  for (std::uint32_t m = 0; m < decision.moves; ++m) {
    double sum = 0;
    for (std::uint32_t i = decisions.row_ends[decision.first_move + m];
         i < decisions.row_ends[decision.first_move + m + 1]; ++i) {
      sum += coefficients[decisions.rows[i]];
    }
    probabilities[m] = sum;
  }
  to_probabilities(probabilities);
}

void fit_logit(const Decisions& decisions, const std::vector<std::uint32_t>& which, const std::vector<double>& weights,
               Coefficients& coefficients, ThreadPool& threads) {
  Problem problem{decisions, which, weights, threads, std::vector<Coefficients>(kChunks)};
  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.max_iterations = kIterations;
  parameters.delta = 1e-5;
  parameters.past = 3;
  // Whatever ends it, the best point reached is in place.
  lbfgs(static_cast<int>(coefficients.size()), coefficients.data(), nullptr, evaluate, nullptr, &problem, &parameters);
}

}  // namespace lanternfish
