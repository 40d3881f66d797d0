#pragma once

// The second-round subgames of Leduc, to be solved again under a given strategy for the whole game.

#include <map>

#include "tests/solver/best_response.h"
#include "tests/solver/games/leduc.h"

namespace lanternfish::solver::testing {

struct LeducRoot {
  StateId state;   // of the game
  NodeIndex node;  // of the whole tree
};

// All roots of second-round subgames by what both players see there. `tree` is the whole tree of `game`.
inline std::map<InfoKey, std::vector<LeducRoot>> second_rounds(Leduc& game, const Tree& tree) {
  std::map<InfoKey, std::vector<LeducRoot>> found;
  const auto walk = [&](const auto& self, StateId state, NodeIndex node) -> void {
    if (tree.node(node).leaf()) return;
    if (Leduc::starts_second_round(game.state(state))) {
      found[Leduc::public_key(game.state(state))].push_back({state, node});
      return;
    }
    Expansion expansion;
    game.expand(state, expansion);
    for (std::uint32_t a = 0; a < expansion.children.size(); ++a) {
      if (!expansion.children[a].terminal) self(self, expansion.children[a].state, tree.node(node).first_child + a);
    }
  };
  walk(walk, Leduc::kStart, 0);
  return found;
}

// `blueprint` with the searcher's strategies of all second rounds replaced by those of subgames solved anew with
// `iterations` iterations each. The opponent's sets are its cards; its alternate values are what its best response to
// the blueprint gets there; `gift` is taken off what they are to the searcher. `growing`: trees grow
// while they are solved, and `iterations` come after that.
inline Profile resolve_second_rounds(Leduc& game, const Tree& whole, const Profile& blueprint, Player searcher,
                                     RootKind kind, std::uint64_t iterations, Iterate iterate, double gift = 0,
                                     bool growing = false) {
  const Player opponent = other(searcher);
  const BestResponse response(whole, blueprint, opponent);     // reach: of chance and the searcher
  const BestResponse by_searcher(whole, blueprint, searcher);  // reach: of chance and the opponent
  Profile stitched = blueprint;
  for (const auto& [key, roots] : second_rounds(game, whole)) {
    std::map<int, std::vector<LeducRoot>> by_card;
    for (const LeducRoot& root : roots) {
      if (response.reach(root.node) <= 0) continue;
      by_card[game.state(root.state).cards[static_cast<std::size_t>(index_of(opponent))]].push_back(root);
    }
    Subgame subgame;
    subgame.kind = kind;
    subgame.searcher = searcher;
    std::vector<double> reach_of_sets;
    for (const auto& [card, members] : by_card) {
      double reach = 0, value = 0, reach_of_both = 0;
      for (const LeducRoot& root : members) {
        // Cards are dealt once, so chance's part is in both reaches: it cancels out of the opponent's own part.
        const LeducState state = game.state(root.state);
        const double deal = (state.cards[0] == state.cards[1] ? 1 : 2) / 15.0;
        const double left = 2 - (state.cards[0] == state.shared) - (state.cards[1] == state.shared);
        const double own = by_searcher.reach(root.node) / (deal * left / 4);
        reach += response.reach(root.node);
        value += response.reach(root.node) * response.value(root.node);
        reach_of_both += response.reach(root.node) * own;
        const double weight = response.reach(root.node) * (kind == RootKind::kPlain ? own : 1);
        if (weight <= 0) continue;
        subgame.states.push_back(
            {.state = root.state, .weight = weight, .set = static_cast<std::uint32_t>(subgame.sets.size())});
      }
      if (kind == RootKind::kPlain) continue;
      subgame.sets.push_back({.alternate = -value / reach - gift});
      reach_of_sets.push_back(reach_of_both);
    }
    if (subgame.states.empty()) continue;
    if (kind != RootKind::kPlain) set_priors(subgame, reach_of_sets);
    Solver solver(game, subgame, {.max_nodes = 10'000});
    if (growing) {
      solver.run({.settle_iterations = iterations});
    } else {
      solver.grow_whole();
      solver.run({.iterations = iterations});
    }
    const Profile solved = profile_of(solver, iterate);
    for (InfoIndex i = 0; i < solver.tree().infoset_count(); ++i) {
      const InfoSet& infoset = solver.tree().infoset(i);
      if (infoset.player != searcher) continue;
      const auto strategy = solved.strategy(searcher, infoset.key);
      stitched.set(searcher, infoset.key, {strategy.begin(), strategy.end()});
    }
  }
  return stitched;
}

}  // namespace lanternfish::solver::testing
