#pragma once

// Both players choose at once: the first player picks a row, the second, who does not see it, a column.

#include "tests/solver/games/stored_game.h"

namespace lanternfish::solver::testing {

class MatrixGame : public Game {
 public:
  static constexpr StateId kStart = 0;
  static constexpr InfoKey kRow = 1, kColumn = 2;

  // `payoffs[row][column]` to the first player, in [-1, 1].
  explicit MatrixGame(std::vector<std::vector<double>> payoffs) : payoffs_(std::move(payoffs)) {}

  void expand(StateId state, Expansion& out) override {
    if (state == kStart) {
      out.player = Player::kFirst;
      out.key = kRow;
      for (StateId row = 0; row < payoffs_.size(); ++row) out.children.push_back(going_on(row + 1));
      return;
    }
    out.player = Player::kSecond;
    out.key = kColumn;
    for (const double value : payoffs_[state - 1]) out.children.push_back(ending(value));
  }

 private:
  std::vector<std::vector<double>> payoffs_;
};

}  // namespace lanternfish::solver::testing
