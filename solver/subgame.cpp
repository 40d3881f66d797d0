#include "solver/subgame.h"

#include <cmath>
#include <numeric>

namespace lanternfish::solver {

Subgame whole_game(StateId start) {
  Subgame game;
  game.states.push_back({.state = start, .weight = 1, .set = 0});
  return game;
}

void set_priors(Subgame& subgame, const std::vector<double>& reach) {
  assert(reach.size() == subgame.sets.size());
  const double total = std::accumulate(reach.begin(), reach.end(), 0.0);
  const double uniform = 1.0 / static_cast<double>(reach.size());
  for (std::size_t i = 0; i < reach.size(); ++i) {
    subgame.sets[i].prior = total > 0 ? 0.5 * uniform + 0.5 * reach[i] / total : uniform;
  }
}

void check([[maybe_unused]] const Subgame& subgame) {
#ifndef NDEBUG
  assert(!subgame.states.empty());
  assert((subgame.kind == RootKind::kPlain) == subgame.sets.empty());
  std::vector<bool> has_state(subgame.sets.size());
  for (const RootState& state : subgame.states) {
    assert(std::isfinite(state.weight) && state.weight > 0);
    if (subgame.kind == RootKind::kPlain) continue;
    assert(state.set < subgame.sets.size());
    has_state[state.set] = true;
  }
  for (std::size_t i = 0; i < subgame.sets.size(); ++i) {
    assert(has_state[i]);
    assert(subgame.sets[i].prior >= 0);
    assert(std::abs(subgame.sets[i].alternate) < 100);
  }
#endif
}

Roots::Roots(const Subgame& subgame, Tree& tree) : kind(subgame.kind), searcher(subgame.searcher) {
  const bool plain = kind == RootKind::kPlain;
  const std::size_t count = plain ? 1 : subgame.sets.size();
  std::vector<std::vector<const RootState*>> members(count);
  for (const RootState& state : subgame.states) members[plain ? 0 : state.set].push_back(&state);
  begin.push_back(0);
  for (const std::vector<const RootState*>& set : members) {
    double total = 0;
    for (const RootState* state : set) total += state->weight;
    for (const RootState* state : set) tree.add_root(state->state, static_cast<float>(state->weight / total));
    begin.push_back(begin.back() + static_cast<NodeIndex>(set.size()));
  }
}

}  // namespace lanternfish::solver
