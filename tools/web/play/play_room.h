#pragma once

// The games of persons at the page, each with a thread and an engine process of its own.

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tools/web/http/http.h"
#include "tools/web/opponents.h"
#include "tools/web/play/page_player.h"

namespace lanternfish {

struct PlaySettings {
  std::vector<Opponent> opponents;
  std::size_t max_games = 24;      // going on at once
  std::size_t max_kept = 100;      // finished ones included; the one nobody looked at for longest goes first
  std::chrono::seconds grace{60};  // a game is left when no page has listened for so long
};

class PlayRoom {
 public:
  // Takes a finished game, a GameHistory text, with the person's side and how often a turn was taken back; gives the
  // name under which the Look room shows it, or nothing. Called from the games' threads.
  using Finished =
      std::function<std::string(const std::string& record, const Opponent& opponent, Color me, int takebacks)>;

  PlayRoom(const PlaySettings& settings, Finished finished);
  // Leaves the games that go on.
  ~PlayRoom();

  // What follows /api/play. POST alone begins a game: {"color": "white"|"black", "opponent": KEY, "base": seconds,
  // "increment": seconds, "help": bool, "start": FEN, "options": {NAME: number}}; base 0: no clock, no start: the usual
  // one. It answers {"id"}. Then ID/events, ID/state, ID/record, and POST ID/sense {"square"}, ID/move {"move"},
  // ID/resign, ID/leave, ID/takeback: the last own turn that is over is played again.
  HttpResponse handle(const HttpRequest& request);
  // Leaves games that nobody looks at any more, and forgets old ones.
  void tick();
  std::size_t running() const;

 private:
  struct Session;

  HttpResponse begin(const std::string& body);
  HttpResponse act(Session& session, const std::string& what, const std::string& body);
  void run(Session& session) const;
  void play(Session& session) const;
  // Whether there is room for one more: forgets a finished game where it must.
  bool make_room();

  const PlaySettings settings_;
  const Finished finished_;
  std::map<std::string, std::unique_ptr<Session>> sessions_;  // by id
};

}  // namespace lanternfish
