#pragma once

// What to play when the search is over, and what to remember of it for the next one.

#include <span>
#include <vector>

#include "solver/solver.h"

namespace lanternfish::solver {

struct Option {
  std::uint32_t action = 0;
  float probability = 0;
};

// What to play at an information set of the searcher, likeliest action first; probabilities sum to 1. Mixing more than
// is needed costs strength, because the last strategy is not yet an equilibrium (Zhang and Sandholm 2025). So
// - while resolve is in force, and with kPlain: the likeliest action alone;
// - while maxmargin is in force: up to three actions, see purified(); steady are those that have been in the support
// for
//   the last half of the iterations since the information set was made.
// Resolve is in force when the opponent would go on at some root set: RootGadget::mean_entering() is at least 1/2.
std::vector<Option> decide(const Solver& solver, const InfoSet& infoset);

// The likeliest actions, at most three, of those that have been in the support without a break since iteration `steady`
// or longer (ActionTable::support_since), with probabilities in proportion to `strategy`. The likeliest action alone if
// there is none. The first of equals is the likelier.
std::vector<Option> purified(std::span<const float> strategy, std::span<const std::uint32_t> support_since,
                             std::uint32_t steady);

// One action of the opponent in a tree.
struct OpponentStep {
  InfoIndex infoset;
  std::uint32_t action;
};

// What a tree says about a path of the opponent, for the next search, in which the end of the path is one of its
// information sets J. All by the last strategies; values are old where the searcher did not play to the path.
struct PathValue {
  double value;       // to the opponent, of the last step's action
  double gift;        // what the opponent gave away on the path: the sum over its steps of the value of the information
                      // set less the value of the action, where that is positive
  double likelihood;  // in proportion to the probability that chance and both players make the path; the opponent's
                      // choice at the root of a gadget is left out
};

// `path`: the opponent's steps in order, at least one. What follows from it for J:
//   OpponentSet::alternate = -(value + gift): the opponent could have had the gift elsewhere, so that J may be worth as
//                            much more to it and nothing is lost (Brown and Sandholm 2017, reach subgame solving)
//   set_priors()           takes the likelihoods
PathValue value_of_path(const Tree& tree, std::span<const OpponentStep> path);

}  // namespace lanternfish::solver
