#include "solver/roots.h"

namespace lanternfish::solver {

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
