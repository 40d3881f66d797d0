#pragma once

// What the solver asks of a game: two players, zero sum, hidden information, and nothing else about it.
//
// This room has a namespace of its own, because its words (game, player, node, tree) mean something else in the rooms
// that know chess.
//
// - A state is one full history: everything that happened, seen or not. The game keeps its states and names each by a
//   number; the solver never looks inside.
// - An information set holds the states that the player to act cannot tell apart. The game names it by a key. Keys of
//   the two players are separate: both may use the same number.
// - All states of an information set offer the same actions in the same order. The best guess comes first: where the
//   solver has no other reason, the earlier action wins.
// - Players forget nothing (perfect recall): two states in one information set were reached through the same
//   information sets and actions of that player. A hash of everything that the player has seen and done is a good key.
//   With 10^6 information sets two 64-bit hashes collide once in 40 million searches.

#include <cstdint>
#include <vector>

namespace lanternfish::solver {

enum class Player : std::uint8_t { kFirst, kSecond };

constexpr int index_of(Player player) { return static_cast<int>(player); }
constexpr Player other(Player player) { return player == Player::kFirst ? Player::kSecond : Player::kFirst; }
// Values are stored as the first player sees them; times this they are as `player` sees them.
constexpr float sign_of(Player player) { return player == Player::kFirst ? 1.0F : -1.0F; }

using StateId = std::uint32_t;
using InfoKey = std::uint64_t;

// What one action leads to.
struct Child {
  StateId state = 0;      // unused when terminal
  float value = 0;        // to the first player, in [-1, 1]: exact when terminal, else an estimate
  float probability = 1;  // at chance nodes: of this child; the children's sum is 1. Else unused
  bool terminal = false;
};

// A state with all its children.
struct Expansion {
  bool chance = false;             // nobody acts: children come with probabilities
  Player player = Player::kFirst;  // who acts, unless chance
  InfoKey key = 0;                 // the information set of `player`, unless chance
  std::vector<Child> children;     // by action; at least one, at most 65,535

  void clear() {
    chance = false;
    children.clear();
  }
};

class Game {
 public:
  virtual ~Game() = default;

  // Fills `out`, which is cleared, with the children of `state`, which is not terminal. The solver calls this once for
  // a state and does not name the state again afterwards: the game may free it.
  virtual void expand(StateId state, Expansion& out) = 0;
};

}  // namespace lanternfish::solver
