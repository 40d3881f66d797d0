#pragma once

// Which leaves get children: one-sided growing-tree search (Zhang and Sandholm 2025, after the growing-tree CFR of
// Schmid et al. 2023).
//
// A leaf is found by playing from the root. One player explores: at each of its information sets it plays, with equal
// chance, any action of its strategy's support, or the action that PUCT likes best,
//     value(a) + C spread(a) sqrt(N) / (1 + N(a)),   C = 1,
// where N counts visits by growth and spread is the standard deviation of the values that those visits brought back,
// with one more value of +1 and one of -1. The other player and chance play by their probabilities. The players take
// turns to explore. So whatever one player may try against the other's present strategy is looked at in time; what
// neither would come to alone is not.
//
// Not from there: when play has ended many times in a row where nothing can grow, the explorer plays any action with
// equal chance. PUCT alone comes back to an action ever more seldom, too seldom to notice that the other player has
// changed its answer meanwhile.

#include <cstdint>
#include <span>
#include <vector>

#include "solver/limits.h"
#include "solver/tree.h"
#include "support/hash.h"

namespace lanternfish::solver {

// Random numbers that are the same on every machine and with every standard library. SplitMix64 (Steele, Lea and Flood
// 2014): one word of state, any seed is good.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += kGolden;
    return mixed(state_);
  }

  // In [0, 1), in steps of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // In [0, count); count is small beside 2^53, so that the bias does not matter.
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(unit() * count); }

 private:
  std::uint64_t state_;
};

class Growth {
 public:
  Growth(Game& game, Tree& tree, std::uint64_t seed) : game_(game), tree_(tree), random_(seed) {}

  // Expands up to `leaves` leaves and returns how many. Fewer when the tree has no room (full()), when `stop` is due,
  // or when play too often ends where nothing can grow.
  std::size_t grow(std::size_t leaves, const StopSign& stop);

  // Expands all nodes that are open now, roots before others; false when the tree has no room or `stop` is due.
  bool expand_open(const StopSign& stop);

  bool full() const { return full_; }
  std::uint64_t expansions() const { return expansions_; }
  std::size_t bytes() const;

 private:
  struct Step {
    InfoIndex infoset;
    std::uint32_t action;
  };

  NodeIndex play(Player explorer);
  NodeIndex choose_root();
  std::uint32_t explore(std::span<const float> weights, std::span<const float> values,
                        std::span<const std::uint32_t> visits, std::span<const float> sums,
                        std::span<const float> square_sums);
  std::uint32_t sample(std::span<const float> weights);
  bool expand(NodeIndex leaf);
  void back_up(float value);

  Game& game_;
  Tree& tree_;
  Random random_;
  Player next_explorer_ = Player::kFirst;
  bool wanders_ = false;  // the explorer plays any action
  bool full_ = false;
  std::uint64_t expansions_ = 0;

  // Kept for their memory.
  std::vector<Step> steps_;  // of the explorer, on the present play
  Expansion expansion_;
};

// The greatest of value + spread sqrt(N) / (1 + N(a)) over actions, the first of equals; see above.
std::uint32_t puct(std::span<const float> values, std::span<const std::uint32_t> visits, std::span<const float> sums,
                   std::span<const float> square_sums);

}  // namespace lanternfish::solver
