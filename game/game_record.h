#pragma once

// A finished game as reconchess stores it: GameHistory JSON, read and written to the same bytes.
//
// What a record of reconchess's own making cannot hold is refused when read, with the place in the file; a file laid
// out otherwise (indented, say) reads the same and comes back in reconchess's layout.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/observation.h"
#include "rules/types.h"
#include "support/file.h"
#include "support/result.h"

namespace lanternfish {

// One player's turns. FENs stay text: a reader wants back what the arbiter wrote.
struct PlayerRecord {
  std::vector<Window> senses;                 // one per turn; centre kNoSquare where nothing was sensed
  std::vector<Moved> moves;                   // one shorter than senses when the game ended before the last move
  std::vector<std::string> fens_before_move;  // as long as moves
  std::vector<std::string> fens_after_move;   // as long as moves

  friend bool operator==(const PlayerRecord&, const PlayerRecord&) = default;
};

struct GameRecord {
  std::array<std::optional<std::string>, 2> names;  // by Color
  std::array<PlayerRecord, 2> players;              // by Color
  std::optional<Color> winner;                      // none: a draw, or unfinished
  WinReason reason = WinReason::kNone;

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

Result<GameRecord> parse_game_record(std::string_view json);
// Python's json.dump with its default settings, to the byte.
std::string format_game_record(const GameRecord& record);

Result<GameRecord> read_game_record(const std::filesystem::path& file);
// Creates the folder. The file appears whole or not at all.
Status write_game_record(const std::filesystem::path& file, const GameRecord& record);

// A longer file is refused: its values take twenty times as much memory.
constexpr std::uintmax_t kMaxRecordBytes = std::uintmax_t{16} << 20;

// The GameHistory files (*.json) directly in `folder`, in the order of their names; an error where there are none.
Result<std::vector<std::filesystem::path>> record_files(const std::filesystem::path& folder);
// The files of a command line: a folder stands for the records directly in it, anything else for itself.
Result<std::vector<std::filesystem::path>> named_records(const std::vector<std::string>& names);

}  // namespace lanternfish
