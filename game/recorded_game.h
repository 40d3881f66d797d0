#pragma once

// A record as its two players lived through it.

#include <array>
#include <optional>
#include <vector>

#include "game/game_record.h"
#include "rules/board.h"
#include "rules/observation.h"

namespace lanternfish {

// What one player was told at one own turn, and the true board between sense and move.
struct RecordedTurn {
  OpponentMoved notice;
  Sensed sensed;
  std::optional<Moved> moved;
  Board truth;
  bool takes_king = false;  // the move ends the game: a reference counts boards that no engine needs to keep
};

struct RecordedGame {
  GameRecord record;
  Board start;
  std::array<std::vector<RecordedTurn>, 2> turns;  // by Color
};

// Runs the record through the referee, whose board is exact where an old FEN leaves out an en-passant square.
Result<RecordedGame> recorded_game(const GameRecord& record);

}  // namespace lanternfish
