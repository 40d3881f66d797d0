#pragma once

// The results of a tournament: a file of JSON lines, the first saying which tournament it is, then one per finished
// game.
//
// A line is in the file whole or not at all (support/append_file.h). Whoever kills the arena can at worst tear the last
// line; it is recognised as torn, cut off when the tournament goes on, and its game is played again.

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/append_file.h"
#include "support/result.h"
#include "tools/arena/match/engine_game.h"
#include "tools/arena/tournament/plan.h"

namespace lanternfish {

// One finished game.
struct GameLine {
  PlannedGame game;
  std::array<std::string, 2> names;    // by Color
  std::array<std::uint32_t, 2> seeds;  // by Color
  GameResult result;
  std::array<SideReport, 2> sides;                                 // by Color
  std::array<std::optional<std::chrono::milliseconds>, 2> clocks;  // by Color, at the end
  double seconds = 0;                                              // the whole game took
  std::string file;                                                // of the record, in the same folder
};

std::string format_game_line(const GameLine& line);
Result<GameLine> parse_game_line(std::string_view text);

constexpr std::size_t kMaxResultLine = std::size_t{1} << 20;  // bytes

struct Results {
  std::string header;                 // JSON: which tournament
  std::vector<GameLine> games;        // each once
  std::size_t good_bytes = 0;         // of the file, up to a last line that cannot be read
  bool torn = false;                  // there is such a line
  std::vector<std::string> left_out;  // sentences: lines that cannot be read
};
// What becomes of a line that cannot be read. A last one without its end is left out in any case: it may still be
// written.
enum class TornLines {
  kRefuse,
  kCutLast,  // the last one is cut off: blocks of a file may reach the disk out of order when the machine goes down
  kLeaveOut  // what follows on the same line is read where it is a game
};
// An error, with file and line, where a line cannot be read or is longer than kMaxResultLine.
Result<Results> read_results(const std::filesystem::path& file, TornLines torn = TornLines::kRefuse);

// The same before a run goes on from them. With TornLines::kLeaveOut a file that has lines to leave out is written anew
// without them, and the old one is kept as FILE.torn, FILE.torn.1 and so on.
Result<Results> mended_results(const std::filesystem::path& file, TornLines torn);

// games.jsonl, or games.2of4.jsonl for a shard.
std::string results_file_name(const Shard& shard);
// A file by its name; of a folder, all files of results in it, in the order of their names.
Result<std::vector<std::filesystem::path>> results_files(const std::string& name);

// The file of a running tournament. One process at a time may have it open.
class ResultsFile {
 public:
  // Creates it with `header`, or opens what is there, mended: then `header()` is the file's own.
  static Result<std::unique_ptr<ResultsFile>> open(const std::filesystem::path& file, const std::string& header,
                                                   TornLines torn = TornLines::kCutLast);

  const std::string& header() const { return header_; }
  // What was there when it was opened.
  const std::vector<GameLine>& earlier() const { return earlier_; }
  const std::vector<std::string>& left_out() const { return left_out_; }
  // When it returns, the line is on the disk; after an error nothing of it is.
  Status append(const GameLine& line) { return file_->append_line(format_game_line(line)); }

 private:
  explicit ResultsFile(std::unique_ptr<AppendFile> file) : file_(std::move(file)) {}

  std::unique_ptr<AppendFile> file_;
  std::string header_;
  std::vector<GameLine> earlier_;
  std::vector<std::string> left_out_;
};

}  // namespace lanternfish
