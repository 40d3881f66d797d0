#pragma once

// One player of one game, as whoever runs the game sees it: an engine's process, an agent in the same process, a
// person, a recorded game played again.
//
// A game calls begin() first, then for each of the player's turns, in this order: before_turn, notice, sense,
// sense_result, move, move_result, after_turn; and end() last. What a player is told fits what it knows: whoever tells
// it has checked. A player that cannot go on returns a Fault, and the game is over by it. All calls come from one
// thread and may block until their deadline.

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "game/clock.h"
#include "game/game_result.h"
#include "rules/board.h"
#include "rules/observation.h"

namespace lanternfish {

struct GameRules {
  Board start = Board::start();
  int move_limit = 100;  // reversible plies before a draw, 0 none
  int turn_limit = 0;    // full turns before a draw, 0 none
};

// What a player is told before the first turn.
struct GameStart {
  GameRules rules;
  Color me = kWhite;
  std::string opponent;    // its name
  std::uint64_t seed = 0;  // for players that draw lots, so that the game can be repeated; 0: as the player was made
};

// One question to a player.
struct DecisionLimits {
  using TimePoint = std::chrono::steady_clock::time_point;

  Clock clock;
  TimePoint deadline = TimePoint::max();  // nobody waits longer for the answer
  std::stop_token stop;                   // on request: answer at once with the best so far
  // The decision is one of these where there are any. play() never restricts a player.
  std::vector<Square> senses;  // kNoSquare among them: no sense
  std::vector<Move> requests;
};

template <typename T>
using Decision = std::variant<T, Fault>;

class Player {
 public:
  using TimePoint = DecisionLimits::TimePoint;

  virtual ~Player() = default;

  virtual const std::string& name() const = 0;
  virtual std::optional<Fault> begin(const GameStart& start) = 0;

  // The opponent has moved, and the clock does not run yet.
  virtual std::optional<Fault> before_turn() { return {}; }
  // Whether the true board is to be shown before each own turn, against the rules of the game: for players that
  // measure others.
  virtual bool sees_truth() const { return false; }
  virtual void show_truth(const Board& /*truth*/) {}

  virtual std::optional<Fault> notice(const OpponentMoved& notice) = 0;
  // The square to sense; kNoSquare: none.
  virtual Decision<Square> sense(const DecisionLimits& limits) = 0;
  virtual std::optional<Fault> sense_result(const Sensed& sensed) = 0;
  // The request; the null move: a pass. What may not be requested loses the game.
  virtual Decision<Move> move(const DecisionLimits& limits) = 0;
  virtual std::optional<Fault> move_result(const Moved& moved) = 0;

  // Whether the player gives the game up while it is the other's turn: asked when a decision of the other was stopped.
  virtual bool gives_up() const { return false; }

  // Blocks until all that was told is worked through.
  virtual std::optional<Fault> absorb(TimePoint /*deadline*/) { return {}; }
  // The turn is over and the game goes on: time to think ahead.
  virtual void after_turn() {}

  // `record`: where the game is going to be kept; empty: nowhere.
  virtual void end(const GameResult& /*result*/, const std::string& /*record*/) {}
};

// Hands the event to the method of its kind.
std::optional<Fault> tell(Player& player, const Observation& event);

}  // namespace lanternfish
