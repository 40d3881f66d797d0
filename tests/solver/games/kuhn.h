#pragma once

// Kuhn poker (Kuhn 1950): three cards, one each, one bet. Values are in units of kStake chips. The value of the game is
// -1/18 of a chip to the first player.

#include "tests/solver/games/stored_game.h"

namespace lanternfish::solver::testing {

struct KuhnState {
  int first = -1, second = -1;  // cards 0 (jack) to 2 (king); -1 before the deal
  unsigned history = 1;         // a leading 1, then a bit for each action: 0 pass, 1 bet or call
};

class Kuhn : public StoredGame<KuhnState> {
 public:
  static constexpr double kStake = 2;
  static constexpr std::uint32_t kPass = 0, kBet = 1;

  Kuhn() { store({}); }

  // `history` as in KuhnState.
  static InfoKey key(int card, unsigned history) { return 16U * static_cast<unsigned>(card) + history; }

  void expand(StateId id, Expansion& out) override {
    const KuhnState from = state(id);
    if (from.first < 0) {
      out.chance = true;
      for (int first = 0; first < 3; ++first) {
        for (int second = 0; second < 3; ++second) {
          if (first != second) out.children.push_back(going_on(store({first, second, 1}), 1.0 / 6));
        }
      }
      return;
    }
    const bool second_acts = from.history == 0b10 || from.history == 0b11;
    out.player = second_acts ? Player::kSecond : Player::kFirst;
    out.key = key(second_acts ? from.second : from.first, from.history);
    for (const unsigned action : {kPass, kBet}) {
      KuhnState to = from;
      to.history = 2 * from.history + action;
      const double winner = from.first > from.second ? 1 : -1;
      switch (to.history) {
        case 0b100: out.children.push_back(ending(winner / kStake)); break;
        case 0b110: out.children.push_back(ending(1 / kStake)); break;
        case 0b1010: out.children.push_back(ending(-1 / kStake)); break;
        case 0b111:
        case 0b1011: out.children.push_back(ending(2 * winner / kStake)); break;
        default: out.children.push_back(going_on(store(to)));
      }
    }
  }
};

}  // namespace lanternfish::solver::testing
