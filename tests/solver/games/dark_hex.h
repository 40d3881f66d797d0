#pragma once

// Dark hex: hex on a board of `rows` by `columns` in which nobody sees the other's stones. A player names a cell that
// it does not know to be taken. If an opponent's stone is there the player learns of it and, in classical dark hex,
// names another cell; in abrupt dark hex the turn is lost. The first player connects top and bottom, the second left
// and right.

#include <vector>

#include "tests/solver/games/stored_game.h"

namespace lanternfish::solver::testing {

struct DarkHexState {
  std::uint32_t stones[2] = {0, 0};  // bit sets of cells
  std::uint32_t tried[2] = {0, 0};   // cells that the player has named
  InfoKey history[2] = {1, 1};  // a leading 1, then five bits for each cell named: the cell, and whether it was free
  int to_act = 0;
};

class DarkHex : public StoredGame<DarkHexState> {
 public:
  DarkHex(int rows, int columns, bool abrupt) : rows_(rows), columns_(columns), abrupt_(abrupt) { store({}); }

  void expand(StateId id, Expansion& out) override {
    const DarkHexState from = state(id);
    const int actor = from.to_act;
    out.player = actor == 0 ? Player::kFirst : Player::kSecond;
    out.key = from.history[actor];
    for (int cell = 0; cell < rows_ * columns_; ++cell) {
      if (from.tried[actor] >> cell & 1) continue;
      DarkHexState to = from;
      const bool free = !(from.stones[1 - actor] >> cell & 1);
      to.tried[actor] |= 1U << cell;
      to.history[actor] = 32 * from.history[actor] + static_cast<InfoKey>(2 * cell + (free ? 1 : 0));
      if (free) to.stones[actor] |= 1U << cell;
      if (free || abrupt_) to.to_act = 1 - actor;
      if (free && connected(to.stones[actor], actor)) {
        out.children.push_back(ending(actor == 0 ? 1 : -1));
      } else {
        out.children.push_back(going_on(store(to)));
      }
    }
  }

 private:
  // Whether stones reach from one side of the player to the other.
  bool connected(std::uint32_t stones, int player) const {
    std::uint32_t reached = 0;
    for (std::uint32_t next = side(player, false) & stones; next != reached; next = (next | around(next)) & stones) {
      reached = next;
    }
    return reached & side(player, true);
  }

  std::uint32_t side(int player, bool far) const {
    std::uint32_t cells = 0;
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        const bool on_side = player == 0 ? row == (far ? rows_ - 1 : 0) : column == (far ? columns_ - 1 : 0);
        if (on_side) cells |= 1U << (row * columns_ + column);
      }
    }
    return cells;
  }

  std::uint32_t around(std::uint32_t stones) const {
    static constexpr int kSteps[6][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, 1}, {1, -1}};
    std::uint32_t cells = 0;
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        if (!(stones >> (row * columns_ + column) & 1)) continue;
        for (const auto& step : kSteps) {
          const int r = row + step[0], c = column + step[1];
          if (r >= 0 && r < rows_ && c >= 0 && c < columns_) cells |= 1U << (r * columns_ + c);
        }
      }
    }
    return cells;
  }

  int rows_, columns_;
  bool abrupt_;
};

}  // namespace lanternfish::solver::testing
