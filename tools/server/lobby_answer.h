#pragma once

// Who is here and what is played, as the page's lobby asks for it every few seconds: made once for all who ask within a
// second, unless something changes. What is the asker's own is added from memory.

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tools/server/lobby.h"

namespace lanternfish {

class LobbyAnswer {
 public:
  // `lobby` outlives the object.
  explicit LobbyAnswer(Lobby& lobby) : lobby_(lobby) {}

  // {"players": all but `me`, "games", "invitations": games that `me` has not accepted}. Any thread, as below.
  std::string text(const std::optional<Person>& me);
  // Names of all who are here.
  std::vector<std::string> names();

 private:
  struct Player {
    PersonId id;
    std::string name, json;
  };
  struct Game {
    std::array<PersonId, 2> players;
    std::array<bool, 2> accepted;
    std::string json;  // but for its end
  };
  struct Made {
    std::uint64_t changes = 0;  // Lobby::shown_changes() before
    std::chrono::steady_clock::time_point when;
    std::vector<Player> players;
    std::vector<Game> games;
  };
  std::shared_ptr<const Made> made();

  Lobby& lobby_;
  std::mutex mutex_;
  std::shared_ptr<const Made> made_;  // guarded by mutex_
};

}  // namespace lanternfish
