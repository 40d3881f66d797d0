#pragma once

// Running games for spectators, some turns late: what the private page's room Watch shows of a match, of one game of
// the server. Only where the setting says so, and never a game that counts, of which its players could learn by it.

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "tools/server/lobby.h"
#include "tools/web/http/http.h"
#include "tools/web/watch/live_game.h"

namespace lanternfish {

struct WatchGamesSettings {
  std::optional<int> turns_late;  // of each player; none: nobody watches
  std::size_t max_games = 8;      // followed at once
  std::size_t boards = 20'000;    // of each player's belief
};

class WatchGames {
 public:
  // `lobby` outlives the object.
  WatchGames(Lobby& lobby, const WatchGamesSettings& settings);
  ~WatchGames();

  // GET of /api/watch lists the games, {"matches": [names], "numbers": [games], "root": ""}; then there are GAME/events
  // and GAME/state. `me`: who asks, who does not watch a game of his own.
  HttpResponse handle(const HttpRequest& request, const std::optional<Person>& me);

 private:
  struct Watched;
  using WatchedPtr = std::shared_ptr<Watched>;

  HttpResponse list(const std::optional<Person>& me);
  Reply<WatchedPtr> watched(GameId id, const std::optional<Person>& me);
  bool may_be_seen(const StoredGame& game) const;
  void follow_all(const std::stop_token& stop);
  void follow(Watched& game);

  Lobby& lobby_;
  const WatchGamesSettings settings_;
  std::mutex mutex_;
  std::map<GameId, WatchedPtr> games_;  // guarded by mutex_
  std::jthread thread_;                 // last: it ends before what it uses
};

}  // namespace lanternfish
