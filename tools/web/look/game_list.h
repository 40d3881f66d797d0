#pragma once

// The recorded games that the page offers, with what stands on their covers: read one after another beside the server.

#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/json_line.h"

namespace lanternfish {

// The name under which the page knows a record: of its text, and no secret.
std::string game_name(std::string_view text);

class GameList {
 public:
  // Throws std::system_error where the machine gives no thread.
  explicit GameList(std::vector<std::filesystem::path> files);

  // {"games": [{"number", "id", "white", "black", "winner": "white"|"black"|"draw", "reason", "turns": of both, "date":
  // "2026-11-25 14:03" when the file was written, UTC, "file"}], "left": files not read yet}; a file that is no record
  // has "problem" instead of players and result. From any thread.
  Json json() const;
  // The file of the game with that name, where it was read already; or null. From any thread.
  const std::filesystem::path* file_of(const std::string& id) const;

 private:
  void read_all(const std::stop_token& stop);

  const std::vector<std::filesystem::path> files_;
  mutable std::mutex mutex_;
  Json games_ = Json::array();  // guarded by mutex_
  std::jthread thread_;         // last: it ends before what it fills
};

}  // namespace lanternfish
