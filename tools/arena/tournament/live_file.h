#pragma once

// A game while it is played, for whoever watches: NAME.live.jsonl beside the results, a line a turn as in
// NAME.turns.jsonl after a first one that names the players. It goes when the game is over. Nothing depends on it: what
// cannot be written is left out.

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace lanternfish {

class LiveFile {
 public:
  explicit LiveFile(std::filesystem::path path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "we")) {}
  ~LiveFile() {
    file_.reset();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  LiveFile(const LiveFile&) = delete;
  LiveFile& operator=(const LiveFile&) = delete;

  // `line` with its line end; readers see it at once.
  void add(std::string_view line) {
    if (file_) {
      std::fwrite(line.data(), 1, line.size(), file_.get());
      std::fflush(file_.get());
    }
  }

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  const std::filesystem::path path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
};

}  // namespace lanternfish
