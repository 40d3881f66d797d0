#pragma once

// The folder that lanternfish-arena writes a tournament into, read again and again while it grows.

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tools/web/watch/live_game.h"

namespace lanternfish {

class MatchFolder {
 public:
  explicit MatchFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Whether a match was begun in the folder.
  static bool begun(const std::filesystem::path& folder);
  // Reads what is new. True when anything is. A folder that is not there yet has nothing new. Where another match was
  // begun in it, all of the one before is forgotten.
  bool read();
  // {"name", "engines": [names], "games": [{"game", "white", "black", "winner", "reason", "ending", "fault",
  // "seconds", "white_side": {"turns", "most_boards"}, "black_side"}], "live": [...], "problem"}: finished games in the
  // order in which they ended.
  Json json();
  // The records of the finished games, in the order of "games".
  const std::vector<std::filesystem::path>& records() const { return records_; }

 private:
  // A file of lines that grows: what was read of it so far.
  struct GrowingFile {
    std::uintmax_t read = 0;
    std::uintmax_t inode = 0;
    std::string beginning;  // of what was read
    std::string rest;       // a last line without its end
  };

  bool read_results(const std::filesystem::path& file);
  void add(const Json& line);  // of results
  bool read_live(const std::filesystem::path& file);
  static std::vector<std::string> new_lines(const std::filesystem::path& file, GrowingFile& state);
  // Whether another file has taken the place of the one that was read.
  static bool replaced(const std::filesystem::path& file, const GrowingFile& state);
  bool begun_anew(const std::vector<std::filesystem::path>& results) const;
  void forget();

  const std::filesystem::path folder_;
  std::map<std::string, GrowingFile> files_;               // by name
  std::map<std::string, std::unique_ptr<LiveGame>> live_;  // by name of the file; null: it cannot be followed
  Json engines_ = Json::array();
  Json games_ = Json::array();
  std::set<Json> numbers_;                      // of the games
  std::vector<std::filesystem::path> records_;  // by game
  std::string problem_;
};

}  // namespace lanternfish
