#pragma once

// A game that a caller leads by hand, step by step: who is to sense or to move, what came of it, and the clocks where
// there are any. A copy goes on by itself, its clocks too.

#include <array>
#include <chrono>
#include <optional>

#include "game/clock.h"
#include "game/referee.h"

namespace lanternfish {

class SteppedGame {
 public:
  enum class Step : std::uint8_t { kSense, kMove, kOver };

  // Where `time` has a base, the first player's clock starts now, and each player's clock runs from the end of the
  // opponent's turn to the end of its own.
  explicit SteppedGame(const GameRules& rules, const TimeControl& time = {});

  // What comes next. Looks at the clock: the game is over when a flag has fallen.
  Step step();
  // Whose turn it is; after the end, whose it would be.
  Color turn() const { return referee_.turn(); }
  // What the player whose turn it is was told of the opponent's move.
  Square capture() const { return capture_; }

  // The true window; kNoSquare: no sense. An error, and nothing changed, when it is not time to sense.
  Result<Sensed> sense(Square center);
  // Carries the request out and passes the turn. An error, and nothing changed, when it is not time to move or the
  // request may not be made.
  Result<Moved> move(Move request);
  // An error when the game is over.
  Status resign(Color loser);

  // Left on the clock; none: no clock.
  std::optional<std::chrono::milliseconds> clock(Color side) const;
  const Referee& referee() const { return referee_; }

 private:
  void begin_turn();
  void end();
  Status expect(Step step);

  Referee referee_;
  std::array<PlayerClock, 2> clocks_;  // by Color
  Square capture_ = kNoSquare;
  Step step_ = Step::kOver;
};

}  // namespace lanternfish
