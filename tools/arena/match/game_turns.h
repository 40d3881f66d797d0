#pragma once

// What a game's record has no place for, one JSON object a line: first what each player was told, as the `position`
// line that would restore it; then the turns in order, with times, clocks, numbers of boards and the truth's
// probability.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "support/append_file.h"
#include "tools/arena/match/engine_game.h"

namespace lanternfish {

std::string format_game_turns(const GameReport& report);
// One of its turns, with the line end.
std::string format_turn_line(const TurnReport& turn);

// A game while it is played, for whoever watches: NAME.live.jsonl beside the results, a line a turn as in
// NAME.turns.jsonl after a first one that names the players. It goes when the game is over. Nothing depends on it: from
// the first line that cannot be written on, nothing is.
class LiveFile {
 public:
  explicit LiveFile(std::filesystem::path path) : path_(std::move(path)) {
    if (auto file = AppendFile::open(path_, {.empty = true, .sync = false})) {
      file_ = std::move(file).value();
      opened_ = true;
    }
  }
  ~LiveFile() {
    if (opened_) {
      file_.reset();
      std::error_code ignored;
      std::filesystem::remove(path_, ignored);
    }
  }
  LiveFile(const LiveFile&) = delete;
  LiveFile& operator=(const LiveFile&) = delete;

  // `line` with its line end; readers see it at once.
  void add(std::string_view line) {
    if (file_ && !file_->append(line)) {
      file_.reset();
    }
  }

 private:
  const std::filesystem::path path_;
  std::unique_ptr<AppendFile> file_;  // none once a line could not be written
  bool opened_ = false;
};

}  // namespace lanternfish
