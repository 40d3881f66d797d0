#include "solver/regret.h"

#include <algorithm>
#include <cassert>

namespace lanternfish::solver {

namespace {
constexpr float kNoRegret = 1e-33F;  // smaller sums are rounding errors, and 1 / sum would overflow
}

void match_regrets(std::span<const float> values, std::span<float> regrets, std::span<float> strategy) {
  assert(values.size() == regrets.size() && values.size() == strategy.size());
  float expected = 0;
  for (std::size_t a = 0; a < values.size(); ++a) expected += strategy[a] * values[a];
  float sum = 0;
  for (std::size_t a = 0; a < values.size(); ++a) {
    const float regret = values[a] - expected;
    regrets[a] = std::max(regrets[a] + regret, 0.0F);
    strategy[a] = std::max(regrets[a] + regret, 0.0F);
    sum += strategy[a];
  }
  if (sum > kNoRegret) {
    const float scale = 1 / sum;
    for (float& probability : strategy) probability *= scale;
  } else {
    std::fill(strategy.begin(), strategy.end(), 0.0F);
    strategy[static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin())] = 1;
  }
}

float average_weight(double iteration) { return static_cast<float>(iteration * iteration); }

}  // namespace lanternfish::solver
