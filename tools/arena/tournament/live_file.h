#pragma once

// A game while it is played, for whoever watches: NAME.live.jsonl beside the results, a line a turn as in
// NAME.turns.jsonl after a first one that names the players. It goes when the game is over. Nothing depends on it: from
// the first line that cannot be written on, nothing is.

#include <filesystem>
#include <memory>
#include <string_view>

#include "support/append_file.h"

namespace lanternfish {

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
