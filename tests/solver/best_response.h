#pragma once

// The exact best response to a strategy, and with it how much a strategy loses to the worst opponent. Works on a whole
// tree; a tree with open leaves is taken as if the game ended there with the leaves' values.

#include <unordered_map>
#include <vector>

#include "solver/solver.h"

namespace lanternfish::solver {

// Strategies of both players by the keys of their information sets.
class Profile {
 public:
  void set(Player player, InfoKey key, std::vector<float> strategy);
  // Empty where none was set. Stays valid until the next set() of this information set.
  std::span<const float> strategy(Player player, InfoKey key) const;

 private:
  std::unordered_map<InfoKey, std::vector<float>> strategies_[2];
};

enum class Iterate { kLast, kAverage };

// All strategies of a solver's tree.
Profile profile_of(const Solver& solver, Iterate iterate);

// The value of `profile` at the roots, to the first player. Information sets that it lacks are played uniformly; so
// below.
double expected_value(const Tree& tree, const Profile& profile);

class BestResponse {
 public:
  // `responder` answers the other player's strategy in `profile`.
  BestResponse(const Tree& tree, const Profile& profile, Player responder);

  // To the responder, who knows its information set at each decision and the other player's strategy.
  double value() const { return value_; }

 private:
  double solve(NodeIndex node);
  std::uint32_t best_action(InfoIndex infoset);
  double probability(const Node& parent, std::uint32_t action) const;

  const Tree& tree_;
  const Profile& profile_;
  const Player responder_;
  double value_ = 0;
  std::vector<double> values_;                   // NaN: not known yet
  std::vector<double> reach_;                    // by chance and the other player
  std::vector<std::uint32_t> best_;              // by information set; kNone: not known yet
  std::vector<std::vector<NodeIndex>> members_;  // by information set: its nodes
};

// Half of what the best responses to both players' strategies win together (NashConv / 2): 0 at an equilibrium.
double exploitability(const Tree& tree, const Profile& profile);

}  // namespace lanternfish::solver
