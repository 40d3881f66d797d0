#pragma once

// The leaderboard: the newest version of each ranked bot, rated by all ranked games between newest versions. Made by a
// thread of its own within a second after each game, so that nobody who asks waits for it.

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "tools/server/lobby.h"

namespace lanternfish {

class Leaderboard {
 public:
  // Both outlive the leaderboard. `reader` is a connection of its own to the lobby's database: reading all pairings and
  // rating a thousand players holds up no call.
  Leaderboard(Lobby& lobby, Store& reader);

  // The answer to /api/leaderboard. Any thread.
  std::shared_ptr<const std::string> text() const;

 private:
  void keep_up(const std::stop_token& stop);

  Lobby& lobby_;
  Store& reader_;
  mutable std::mutex mutex_;
  std::shared_ptr<const std::string> text_;  // guarded by mutex_
  std::jthread maker_;                       // last: it ends before what it uses
};

}  // namespace lanternfish
