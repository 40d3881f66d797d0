#include "solver/regret.h"

#include <algorithm>
#include <cassert>

namespace lanternfish::solver {

namespace {
constexpr float kNoRegret = 1e-33F;  // smaller sums are rounding errors, and 1 / sum would overflow
}

void match_regrets(Rule rule, std::span<const float> values, std::span<float> regrets, std::span<float> strategy) {
  assert(values.size() == regrets.size() && values.size() == strategy.size());
  float expected = 0;
  for (std::size_t a = 0; a < values.size(); ++a) expected += strategy[a] * values[a];
  float sum = 0;
  for (std::size_t a = 0; a < values.size(); ++a) {
    const float regret = values[a] - expected;
    float next = regrets[a] + regret;
    if (rule != Rule::kCfr) next = std::max(next, 0.0F);
    regrets[a] = next;
    if (rule == Rule::kPcfrPlus) next += regret;
    strategy[a] = std::max(next, 0.0F);
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

float average_weight(Rule rule, double iteration) {
  switch (rule) {
    case Rule::kCfr: return 1;
    case Rule::kCfrPlus: return static_cast<float>(iteration);
    case Rule::kPcfrPlus: return static_cast<float>(iteration * iteration);
  }
  return 1;
}

}  // namespace lanternfish::solver
