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

#include "solver/gadget.h"
#include "solver/limits.h"
#include "solver/subgame.h"
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
  // `batch`: leaves that are handed to the game in one call, at least 1. Larger batches serve a game with threads;
  // their leaves are chosen without knowledge of one another.
  Growth(Game& game, Tree& tree, const RootGadget& gadget, const Roots& roots, std::uint64_t seed, std::size_t batch);

  // Expands up to `leaves` leaves and returns how many. Fewer when the tree has no room (full()), when `stop` is due,
  // or when play too often ends where nothing can grow.
  std::size_t grow(std::size_t leaves, std::uint32_t iteration, const StopSign& stop);

  // Expands all nodes that are open now, roots before others; false when the tree has no room or `stop` is due.
  bool expand_open(std::uint32_t iteration, const StopSign& stop);

  bool full() const { return full_; }
  std::uint64_t expansions() const { return expansions_; }
  std::size_t bytes() const;

 private:
  struct Step {
    InfoIndex infoset;  // kNone: the choice of a set at the root
    std::uint32_t action;
  };
  struct Path {
    Player explorer;
    NodeIndex end;
    std::vector<Step> steps;  // of the explorer
  };
  struct RootStatistics {
    std::vector<std::uint32_t> visits;
    std::vector<float> sum, square_sum;
  };

  void play(Path& path);
  NodeIndex choose_root(Path& path);
  std::uint32_t explore(std::span<const float> weights, std::span<const float> values,
                        std::span<const std::uint32_t> visits, std::span<const float> sums,
                        std::span<const float> square_sums);
  std::uint32_t sample(std::span<const float> weights);
  std::size_t expand_chosen(std::size_t count, std::uint32_t iteration);
  void back_up(const Path& path, float value_to_first);

  Game& game_;
  Tree& tree_;
  const RootGadget& gadget_;
  const Roots& roots_;
  Random random_;
  Player next_explorer_ = Player::kFirst;
  RootStatistics root_statistics_;
  bool wanders_ = false;  // the explorer plays any action
  bool full_ = false;
  std::uint64_t expansions_ = 0;

  // Kept for their memory; as long as a batch.
  std::vector<Path> paths_;
  std::vector<StateId> states_;
  std::vector<Expansion> expanded_;
};

// The greatest of value + spread sqrt(N) / (1 + N(a)) over actions, the first of equals; see above.
std::uint32_t puct(std::span<const float> values, std::span<const std::uint32_t> visits, std::span<const float> sums,
                   std::span<const float> square_sums);

}  // namespace lanternfish::solver
