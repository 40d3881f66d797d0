#pragma once

// The games that were played on this page, kept as files on the machine that serves: records, and a line of each.

#include <filesystem>
#include <mutex>
#include <string>

#include "rules/types.h"
#include "support/json_line.h"
#include "tools/web/opponents.h"

namespace lanternfish {

class KeptGames {
 public:
  // Reads what is kept there; an empty path keeps nothing.
  explicit KeptGames(std::filesystem::path folder);

  // A game that is over: its GameHistory text, its name in the Look room, and how often a turn was taken back. What
  // cannot be written is kept until the server ends. From any thread.
  void keep(const std::string& record, const std::string& id, const Opponent& opponent, Color me, int takebacks);
  // [{"id", "file", "opponent", "elo" or null, "color", "winner": "white"|"black"|"draw", "reason", "turns",
  // "takebacks", "date"}], the oldest first. From any thread.
  Json json() const;
  // The record of a game by its name; empty: not kept.
  std::filesystem::path file_of(const std::string& id) const;

 private:
  const std::filesystem::path folder_;
  mutable std::mutex mutex_;
  Json games_ = Json::array();  // guarded by mutex_, as are the files
};

}  // namespace lanternfish
