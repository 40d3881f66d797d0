#include "tests/solver/decision.h"

#include <algorithm>

namespace lanternfish::solver {

namespace {
constexpr std::size_t kMaxMixed = 3;
}

std::vector<Option> decide(const Solver& solver, const InfoSet& infoset) {
  const Tree& tree = solver.tree();
  const auto strategy = tree.actions(infoset, tree.table().strategy);
  if (solver.gadget().mean_entering() >= 0.5) {
    const auto likeliest = std::max_element(strategy.begin(), strategy.end()) - strategy.begin();
    return {{.action = static_cast<std::uint32_t>(likeliest), .probability = 1}};
  }
  const std::uint32_t half = infoset.born + (solver.iterations() - infoset.born) / 2;
  return purified(strategy, tree.actions(infoset, tree.table().support_since), half);
}

std::vector<Option> purified(std::span<const float> strategy, std::span<const std::uint32_t> support_since,
                             std::uint32_t steady) {
  assert(strategy.size() == support_since.size());
  std::vector<Option> options;
  for (std::uint32_t a = 0; a < strategy.size(); ++a) options.push_back({a, strategy[a]});
  std::stable_sort(options.begin(), options.end(),
                   [](const Option& a, const Option& b) { return a.probability > b.probability; });
  const Option likeliest{options.front().action, 1};
  std::erase_if(options, [&](const Option& option) { return support_since[option.action] > steady; });
  if (options.size() > kMaxMixed) options.resize(kMaxMixed);
  if (options.empty()) return {likeliest};
  float total = 0;
  for (const Option& option : options) total += option.probability;
  for (Option& option : options) option.probability /= total;
  return options;
}

PathValue value_of_path(const Tree& tree, std::span<const OpponentStep> path) {
  assert(!path.empty());
  PathValue result{.value = 0, .gift = 0, .likelihood = 1};
  for (const OpponentStep& step : path) {
    const InfoSet& infoset = tree.infoset(step.infoset);
    const auto strategy = tree.actions(infoset, tree.table().strategy);
    const auto values = tree.actions(infoset, tree.table().value);
    double expected = 0;
    for (std::size_t a = 0; a < strategy.size(); ++a) expected += strategy[a] * values[a];
    result.value = values[step.action];
    result.gift += std::max(0.0, expected - result.value);
    result.likelihood *= strategy[step.action];
  }
  result.likelihood *= tree.infoset(path.back().infoset).reach;
  return result;
}

}  // namespace lanternfish::solver
