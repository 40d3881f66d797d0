#pragma once

// Where a search starts: states that may be the present one, grouped by what the opponent knows, and what the opponent
// could have had elsewhere.

#include <vector>

#include "solver/game.h"
#include "solver/tree.h"

namespace lanternfish::solver {

// What stands above the root states.
//
// kPlain: chance deals the root states by their weights. This is a whole game, or an unsafe subgame: it trusts that the
// opponent came here as the weights say.
//
// The others are safe: the opponent chooses in which of its information sets J (OpponentSet) play goes on.
// kResolve (Burch, Johanson and Bowling 2014): at each J, drawn by `prior`, the opponent goes on or takes `alternate`.
// kMaxmargin (Moravcik et al. 2016): the opponent picks the J with the smallest margin, the value of going on less
// `alternate`.
// kBlend (Zhang and Sandholm 2025): resolve as far as the opponent wants to go on anywhere, maxmargin as far as it
// declines everywhere. See gadget.h.
enum class RootKind { kPlain, kResolve, kMaxmargin, kBlend };

// States that the opponent cannot tell apart at the root.
struct OpponentSet {
  double alternate = 0;  // value to the searching player when the opponent declines: the value of the last strategy
                         // here less gifts (see value_of_path() in tests/solver/decision.h)
  double prior = 1;      // weight of the set in kResolve, not negative; see set_priors()
};

struct RootState {
  StateId state = 0;
  double weight = 1;      // kPlain: probability of the state. Else: probability within its set, given that the opponent
                          // did everything to come here. Positive, in any scale
  std::uint32_t set = 0;  // index into Subgame::sets
};

struct Subgame {
  RootKind kind = RootKind::kPlain;
  Player searcher = Player::kFirst;  // the player that decides now; unused by kPlain
  std::vector<RootState> states;     // at least one
  std::vector<OpponentSet> sets;     // kPlain: empty. Else: each has at least one state
};

// The whole game from one state.
Subgame whole_game(StateId start);

// Sets `prior` of each set: half the weight uniform, half in proportion to reach[J], how likely the last strategies of
// both players made J. All reach 0: uniform.
void set_priors(Subgame& subgame, const std::vector<double>& reach);

// Asserts what is said above; called by the solver.
void check(const Subgame& subgame);

// The root nodes of a tree, by the opponent's information sets.
struct Roots {
  // Adds the states of `subgame` to an empty tree, set by set; the weights of a set become probabilities with sum 1.
  Roots(const Subgame& subgame, Tree& tree);

  std::size_t sets() const { return begin.size() - 1; }

  RootKind kind;
  Player searcher;
  std::vector<NodeIndex> begin;  // the nodes of set j are [begin[j], begin[j + 1]); kPlain has one set
};

}  // namespace lanternfish::solver
