#pragma once

// The exact state of one game: who may do what, who learns what, and how it ends. Knows no engine and no time; a side
// that runs out of time or misbehaves is declared to have lost by the caller.
//
// Follows reconchess's LocalGame: a request that may not be made ends the game, a pass and a failed request count for
// the move limit, and a game at both limits at once ends by the turn limit.

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/game_record.h"
#include "game/game_result.h"
#include "game/player.h"
#include "rules/board.h"
#include "rules/observation.h"
#include "rules/rbc.h"
#include "support/result.h"

namespace lanternfish {

class Referee {
 public:
  explicit Referee(const GameRules& rules);

  const Board& board() const { return board_; }
  Color turn() const { return board_.turn(); }
  // Own turns of `side` begun so far, the one in progress included.
  int turn_number(Color side) const;

  // What the side to move learns of the opponent's move. Once per turn, first.
  OpponentMoved notify();
  // The true window.
  Sensed sense(Square center);
  // Carries the request out and passes the turn, or says why it may not be made and changes nothing.
  Result<Moved> move(Move request);
  // `loser` has lost for a reason beyond the rules. A fault of Ending::kStopped: the game goes no further, and has no
  // result.
  void forfeit(Color loser, const Fault& fault);

  bool over() const { return result_.has_value(); }
  const GameResult& result() const;
  // Everything `side` has been told, as `position ... history` wants it.
  std::span<const Observation> history(Color side) const { return histories_[side]; }
  const GameRules& rules() const { return rules_; }
  GameRecord record(const std::array<std::string, 2>& names) const;

 private:
  void check_end();
  // Finished by each player.
  int turns_of_both() const { return static_cast<int>(std::min(positions_[kWhite].size(), positions_[kBlack].size())); }

  GameRules rules_;
  Board board_;
  Square last_capture_ = kNoSquare;
  std::array<std::vector<Observation>, 2> histories_;  // by Color
  // By Color: the positions before and after each move. Text is made of them by record() alone: writing it takes longer
  // than playing the move.
  struct Positions {
    Board before, after;
  };
  std::array<std::vector<Positions>, 2> positions_;
  std::optional<GameResult> result_;
};

}  // namespace lanternfish
