#pragma once

// The leaderboard: the newest version of each ranked bot, rated by all ranked games between newest versions. Made by a
// thread of its own within a second after each game, so that nobody who asks waits for it.

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "tools/server/lobby.h"
#include "tools/server/rating_history.h"
#include "tools/server/standings.h"

namespace lanternfish {

class Leaderboard {
 public:
  // Both outlive the leaderboard. `reader` is a connection of its own to the lobby's database: reading all pairings and
  // rating a thousand players holds up no call.
  Leaderboard(Lobby& lobby, Store& reader);

  // The answer to /api/leaderboard. Any thread.
  std::shared_ptr<const std::string> text() const;
  // What the versions of this player were rated, in the order of time; at last, what the leaderboard says. Any thread.
  std::vector<RatingHistory::Point> history(PersonId person) const;

 private:
  void keep_up(const std::stop_token& stop);
  bool record_some();

  Lobby& lobby_;
  Store& reader_;
  mutable std::mutex mutex_;
  std::shared_ptr<const std::string> text_;  // guarded by mutex_, as the next two
  std::vector<Standing> rows_;
  std::int64_t made_ms_ = 0;
  RatingHistory history_;
  std::jthread maker_;  // last: it ends before what it uses
};

}  // namespace lanternfish
