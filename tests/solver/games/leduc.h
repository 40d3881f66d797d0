#pragma once

// Leduc poker (Southey et al. 2005): six cards of three ranks, one private card each, one public card before the second
// round. Ante 1, raises of 2 and then 4, two raises a round. Suits do not matter, so cards are ranks. Values are in
// units of kStake chips, all that a player can lose. The value of the game is about -0.0856 chips to the first player.

#include <array>

#include "tests/solver/games/stored_game.h"

namespace lanternfish::solver::testing {

struct LeducState {
  std::array<int, 2> cards = {-1, -1};  // ranks 0 to 2; -1 before the deal
  int shared = -1;                      // -1 in the first round
  bool between_rounds = false;          // the public card comes next
  std::array<int, 2> paid = {1, 1};
  int to_act = 0;
  int raises = 0;        // in this round
  int actions = 0;       // in this round
  unsigned history = 1;  // a leading 1, then two bits for each action of both rounds
};

class Leduc : public StoredGame<LeducState> {
 public:
  static constexpr double kStake = 13;
  enum Action : unsigned { kCall, kRaise, kFold };  // kCall: or check

  Leduc() { store({}); }

  // What `player` holds and both have seen: the name of its information set wherever it acts.
  static InfoKey key(const LeducState& state, Player player) {
    return (InfoKey{state.history} << 8) +
           static_cast<InfoKey>(16 * state.cards[static_cast<std::size_t>(index_of(player))] + state.shared + 1);
  }

  void expand(StateId id, Expansion& out) override {
    const LeducState from = state(id);
    if (from.cards[0] < 0) {
      deal(from, out);
    } else if (from.between_rounds) {
      turn_card(from, out);
    } else {
      out.player = from.to_act == 0 ? Player::kFirst : Player::kSecond;
      out.key = key(from, out.player);
      out.children.push_back(after(from, kCall));
      if (from.raises < 2) out.children.push_back(after(from, kRaise));
      if (from.paid[0] != from.paid[1]) out.children.push_back(after(from, kFold));
    }
  }

 private:
  void deal(const LeducState& from, Expansion& out) {
    out.chance = true;
    for (int first = 0; first < 3; ++first) {
      for (int second = 0; second < 3; ++second) {
        LeducState to = from;
        to.cards = {first, second};
        out.children.push_back(going_on(store(to), (first == second ? 1.0 : 2.0) / 15));
      }
    }
  }

  void turn_card(const LeducState& from, Expansion& out) {
    out.chance = true;
    for (int rank = 0; rank < 3; ++rank) {
      const int left = 2 - (from.cards[0] == rank) - (from.cards[1] == rank);
      if (left == 0) continue;
      LeducState to = from;
      to.shared = rank;
      to.between_rounds = false;
      to.to_act = to.raises = to.actions = 0;
      out.children.push_back(going_on(store(to), left / 4.0));
    }
  }

  Child after(const LeducState& from, Action action) {
    LeducState to = from;
    const auto actor = static_cast<std::size_t>(from.to_act);
    to.history = 4 * from.history + action;
    to.to_act = 1 - from.to_act;
    ++to.actions;
    if (action == kFold) return ending((actor == 0 ? -from.paid[0] : from.paid[1]) / kStake);
    to.paid[actor] = from.paid[1 - actor];
    if (action == kRaise) {
      to.paid[actor] += from.shared < 0 ? 2 : 4;
      ++to.raises;
      return going_on(store(to));
    }
    if (to.actions == 1) return going_on(store(to));
    if (from.shared < 0) {
      to.between_rounds = true;
      return going_on(store(to));
    }
    return ending(winner(from) * to.paid[0] / kStake);
  }

  static int winner(const LeducState& state) {
    const auto strength = [&](int card) { return card == state.shared ? 10 : card; };
    const int first = strength(state.cards[0]), second = strength(state.cards[1]);
    return (first > second) - (first < second);
  }
};

}  // namespace lanternfish::solver::testing
