#pragma once

// What the arena's bots share: the own side, and lots that are drawn by the game's seed.

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "game/random_player.h"

namespace lanternfish {

class BotPlayer : public RandomPlayer {
 public:
  explicit BotPlayer(std::string name) : RandomPlayer(std::random_device{}()), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  // A game without a seed of its own draws other lots than the one before.
  std::optional<Fault> begin(const GameStart& start) override {
    if (start.seed == 0) {
      random().seed(std::random_device{}());
    }
    return RandomPlayer::begin(start);
  }

 protected:
  // `list` is not empty.
  template <typename T>
  T any(const std::vector<T>& list) {
    return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random())];
  }
  Square any_inner_square(const DecisionLimits& limits) {
    const std::vector<Square> allowed = allowed_senses(limits);
    std::vector<Square> inner;
    std::copy_if(allowed.begin(), allowed.end(), std::back_inserter(inner),
                 [](Square s) { return window_squares(s).size == 9; });
    return any(inner.empty() ? allowed : inner);
  }
  bool chance(int percent) { return std::uniform_int_distribution<int>(0, 99)(random()) < percent; }

 private:
  std::string name_;
};

}  // namespace lanternfish
