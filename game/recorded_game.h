#pragma once

// A record as its two players lived through it: played again by our own referee. Whoever recorded it and we agree on
// every window, taken move, capture square, position and on the end, or the first difference is named.

#include <array>
#include <filesystem>
#include <optional>
#include <string>
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
  Board truth;              // exact where an old FEN leaves out an en-passant square
  bool takes_king = false;  // the move ends the game: a reference counts boards that no engine needs to keep
};

struct RecordedGame {
  GameRecord record;
  Board start;
  std::array<std::vector<RecordedTurn>, 2> turns;  // by Color
};

// Where a game without moves began is not recorded: its sense is left out where it is not one of the usual start.
Result<RecordedGame> recorded_game(const GameRecord& record);

// A file of at most kMaxRecordBytes that holds a record, and the game in it. Errors name the file.
struct RecordedFile {
  std::string content;
  RecordedGame game;
};
Result<RecordedFile> read_recorded_file(const std::filesystem::path& file);
Result<RecordedGame> read_recorded_game(const std::filesystem::path& file);

// A stretch of a record in which recorder and rules agree.
struct RecordedPart {
  RecordedGame game;
  std::optional<std::string> difference;  // behind it they part: how
};
// The whole game where all agree. Otherwise the game up to the first turn in which they part, then what follows on the
// position that was recorded after that turn, which both players then know, and so on. An error where the turns do not
// fit together.
Result<std::vector<RecordedPart>> recorded_parts(const GameRecord& record);

// What `me` was told, in order: calls look(turn, event) for each event until it returns false. A move that took the
// king is left out, because the game was over by it.
template <typename Look>
void for_each_event(const RecordedGame& game, Color me, Look&& look) {
  for (const RecordedTurn& turn : game.turns[me]) {
    if (!look(turn, Observation(turn.notice)) || !look(turn, Observation(turn.sensed)) || !turn.moved ||
        turn.takes_king || !look(turn, Observation(*turn.moved))) {
      return;
    }
  }
}

}  // namespace lanternfish
