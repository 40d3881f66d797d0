#include "solver/solver.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace lanternfish::solver {

namespace {

// A step of growth expands at most this part of the leaves expanded so far, so that strategies keep up with the tree.
constexpr std::uint64_t kGrowthPart = 16;

}  // namespace

Solver::Solver(Game& game, const std::vector<RootState>& roots, const Settings& settings)
    : settings_(settings),
      tree_(settings.max_nodes),
      cfr_(tree_, settings.keep_average),
      growth_(game, tree_, settings.seed) {
  assert(!roots.empty());
  double total = 0;
  for (const RootState& root : roots) {
    assert(std::isfinite(root.weight) && root.weight > 0);
    total += root.weight;
  }
  for (const RootState& root : roots) tree_.add_root(root.state, static_cast<float>(root.weight / total));
}

Report Solver::run(const Limits& limits, std::stop_token stop) {
  const StopSign end(stop, limits.deadline);
  const StopSign growth_end(stop, std::min(limits.deadline, limits.growth_deadline));
  const bool grows = can_grow();
  assert(grows || stop.stop_possible() || limits.deadline != TimePoint::max() || limits.iterations != kNoLimit);
  if (grows && growth_.expansions() == 0) {
    for (std::uint32_t layer = 0; layer < settings_.whole_layers && can_grow(); ++layer) {
      if (!growth_.expand_open(growth_end)) break;
    }
    // With no time for more the strategy is still that of all states looked at, not of the first one.
    if (growth_.expansions() > 0 && end.due()) cfr_.iterate(StopSign());
  }
  std::uint64_t quiet = 0;  // steps in a row in which growth was over or found nothing
  for (std::uint64_t i = 0; i < limits.iterations; ++i) {
    switch (grow(growth_end)) {
      case Grown::kSome: quiet = 0; break;
      case Grown::kWaits: break;
      case Grown::kNothing: ++quiet; break;
    }
    if (grows && quiet > limits.settle_iterations) return report(Ending::kSettled);
    const std::uint64_t visited = cfr_.visited();
    if (end.due() || !cfr_.iterate(end)) return report(Ending::kDeadline);
    work_ += static_cast<double>(cfr_.visited() - visited);
  }
  return report(Ending::kIterations);
}

bool Solver::can_grow() const { return !growth_.full() && tree_.open_nodes() > 0; }

Solver::Grown Solver::grow(const StopSign& stop) {
  if (!can_grow() || stop.due()) return Grown::kNothing;
  const std::uint64_t most = std::max<std::uint64_t>(1, growth_.expansions() / kGrowthPart);
  const double earned = work_ / settings_.expansion_work;
  const std::uint64_t leaves = earned < static_cast<double>(most) ? static_cast<std::uint64_t>(earned) : most;
  if (leaves == 0) return Grown::kWaits;
  work_ = leaves == most ? 0 : work_ - static_cast<double>(leaves) * settings_.expansion_work;
  return growth_.grow(leaves, stop) > 0 ? Grown::kSome : Grown::kNothing;
}

bool Solver::grow_whole() {
  while (tree_.open_nodes() > 0) {
    if (!growth_.expand_open(StopSign())) return false;
  }
  return true;
}

Report Solver::report(Ending ending) const {
  return {.ending = ending,
          .iterations = cfr_.iterations(),
          .expansions = growth_.expansions(),
          .visited = cfr_.visited(),
          .nodes = tree_.nodes().size(),
          .open_nodes = tree_.open_nodes(),
          .infosets = tree_.infoset_count(),
          .bytes = tree_.bytes() + cfr_.bytes() + growth_.bytes()};
}

std::span<const float> Solver::last_strategy(Player player, InfoKey key) const {
  const InfoIndex index = tree_.find(player, key);
  if (index == kNone) return {};
  return tree_.actions(tree_.infoset(index), tree_.table().strategy);
}

std::vector<float> Solver::average_strategy(Player player, InfoKey key) const {
  const InfoIndex index = tree_.find(player, key);
  if (index == kNone) return {};
  return average_of(tree_, tree_.infoset(index));
}

std::vector<float> average_of(const Tree& tree, const InfoSet& infoset) {
  const auto sums = tree.actions(infoset, tree.table().average);
  const double total = std::accumulate(sums.begin(), sums.end(), 0.0);
  if (total <= 0) {
    const auto last = tree.actions(infoset, tree.table().strategy);
    return {last.begin(), last.end()};
  }
  std::vector<float> average;
  for (const float sum : sums) average.push_back(static_cast<float>(sum / total));
  return average;
}

}  // namespace lanternfish::solver
