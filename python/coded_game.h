#pragma once

// A game as learning programs want it: actions are numbers (nets/move_code.h), observations are planes
// (nets/history_planes.h), and the player to act sees only what it was told.

#include <array>
#include <cstdint>
#include <random>
#include <span>

#include "nets/history_planes.h"
#include "nets/move_code.h"
#include "python/stepped_game.h"

namespace lanternfish {

// The code of a request of `side`; nothing where no piece moves so.
std::optional<ActionCode> code_of_request(Move request, Color side);

class CodedGame {
 public:
  explicit CodedGame(const GameRules& rules);

  bool over() { return game_.step() == SteppedGame::Step::kOver; }
  Color turn() const { return game_.turn(); }
  bool is_sense() { return game_.step() == SteppedGame::Step::kSense; }
  const Referee& referee() const { return game_.referee(); }

  // 1 where the player to act may choose the code, 0 elsewhere; all 0 after the end. `mask` has kActionCodes bytes.
  void write_mask(std::span<std::uint8_t> mask);
  bool allows(std::int64_t code);
  // Any action that may be chosen, all with the same probability. Not after the end.
  std::int64_t random_action(std::mt19937_64& random);
  // The observation of the player to act, as 0 and 1: the newest `turns` of the 20 turns of HistoryPlanes. `planes` has
  // turns * kPlanesPerTurn * 64 bytes; all 0 after the end.
  void write_planes(std::span<std::uint8_t> planes, int turns);

  // A sense or a request. An error, and nothing changed, when the code may not be chosen.
  Status act(std::int64_t code);
  // The same for a code that allows() accepts.
  void act_allowed(std::int64_t code);

 private:
  void notice();
  // The codes of all requests; of a step to move.
  const std::vector<ActionCode>& requests_of_turn();
  Move move_of(ActionCode code) const;

  SteppedGame game_;
  std::array<HistoryPlanes, 2> seen_;  // by Color
  std::vector<ActionCode> requests_;   // of this turn; empty: not asked for yet
};

}  // namespace lanternfish
