#pragma once

// A game as learning programs want it: actions are numbers, observations are planes, and the player to act sees only
// what it was told.

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "game/player.h"
#include "python/observer.h"
#include "python/stepped_game.h"

namespace lanternfish {

class CodedGame {
 public:
  explicit CodedGame(const GameRules& rules);

  bool over() { return game_.step() == SteppedGame::Step::kOver; }
  Color turn() const { return game_.turn(); }
  bool is_sense() { return game_.step() == SteppedGame::Step::kSense; }
  const Referee& referee() const { return game_.referee(); }
  const GameRules& rules() const { return rules_; }
  // All actions so far: from the same rules they lead to the same game.
  const std::vector<ActionCode>& actions() const { return actions_; }

  // 1 where the player to act may choose the code, 0 elsewhere; all 0 after the end. `mask` has kActionCodes bytes.
  void write_mask(std::span<std::uint8_t> mask);
  bool allows(std::int64_t code);
  // Any action that may be chosen, all with the same probability. Not after the end.
  std::int64_t random_action(std::mt19937_64& random);
  // The observation of the player to act: Observer::write_planes. All 0 after the end.
  void write_planes(std::span<std::uint8_t> planes, int turns);

  // Its tokens: Observer::write_tokens. All 0 after the end.
  void write_tokens(std::span<Token> tokens);

  // A sense or a request. An error, and nothing changed, when the code may not be chosen.
  Status act(std::int64_t code);
  // The same for a code that allows() accepts.
  void act_allowed(std::int64_t code);
  // The player to act makes its whole turn as `player` decides, whose game this is from its beginning. Where the player
  // fails or breaks the rules it has lost. actions() has no part in it. To be called when it is time to sense.
  void play_turn(Player& player, DecisionLimits limits);

 private:
  void notice();
  bool played_turn(Player& player, const DecisionLimits& limits);
  Observer& seen() { return seen_[turn()]; }

  GameRules rules_;
  SteppedGame game_;
  std::array<Observer, 2> seen_;  // by Color
  std::vector<ActionCode> actions_;
};

}  // namespace lanternfish
