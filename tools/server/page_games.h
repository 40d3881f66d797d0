#pragma once

// Games of people at the page: what the private page's room Play does by a game in its own process, done by calls of
// the lobby. The page cannot tell the difference, and the game's other side may be anybody.

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/json_line.h"
#include "tools/server/lobby.h"
#include "tools/web/http/http.h"
#include "tools/web/look/look_room.h"

namespace lanternfish {

struct PageGamesSettings {
  std::size_t max_seats = 200;           // of people, looked at or over
  std::size_t max_seats_of_person = 20;  // of which those that are over make way for others
  std::size_t help_boards = 20'000;      // of one person's help
  // A guest's game is given up when no page has listened for so long.
  std::chrono::milliseconds guest_leaves = std::chrono::minutes(3);
};

class PageGames {
 public:
  // Whether one more game may be analysed for this person at this address. Asked from any thread.
  using MayAnalyse = std::function<bool(const Person& who, const std::string& address)>;

  // Both outlive the object. `look` shows the games that are over.
  PageGames(Lobby& lobby, LookRoom& look, MayAnalyse may_analyse, const PageGamesSettings& settings = {});
  ~PageGames();

  // POST /api/play, the body `wish` as the private page sends it: {"color", "opponent": name of a player, or "link",
  // "base", "increment", "help"}. Answers {"id"}: a game's number, or "link-TOKEN". `address`: whence, as limits count.
  // Who says nothing of "help", here or with "ready", has none; what was said first counts.
  HttpResponse begin(const Json& wish, const Person& me, const std::string& address);
  // POST /api/play/join {"link": TOKEN}: who has a link sits down at the other side.
  HttpResponse join(const Json& body, const Person& me);
  // POST /api/play/link {"link": TOKEN}: {"game": null, or its number}; for anybody who has the link. It changes
  // nothing, but a path stands in the logs of proxies.
  HttpResponse link(const Json& body);
  // What follows /api/play/GAME: events, state, record; POST ready, sense, move, resign, leave.
  HttpResponse handle(const HttpRequest& request, const Json& body, const Person& me, GameId game);

 private:
  struct Seat;
  using SeatPtr = std::shared_ptr<Seat>;

  static constexpr const char* kHelp = "help";  // a note has "yes" or "no", under "GAME PERSON"

  HttpResponse offer_link(const Json& wish, const Person& me, Color color, const std::optional<TimeControl>& clock);
  Reply<SeatPtr> seat(GameId game, const Person& me, const std::string& address);
  static bool wants_help(const Json& said);
  Done say_help(GameId game, PersonId who, const Json& body);
  bool has_help(const Seat& seat);
  Done make_room(PersonId me);
  HttpResponse act(GameId game, const Person& me, const std::string& what, const Json& body);
  void follow_all(const std::stop_token& stop);
  void bring_up_to_date(Seat& seat);
  void start_again(Seat& seat);
  void leave_old_seats();
  void leave_games_without_seats();
  bool is_seated(GameId game, PersonId who);
  void leave(GameId game, PersonId guest);

  Lobby& lobby_;
  LookRoom& look_;
  const MayAnalyse may_analyse_;
  const PageGamesSettings settings_;
  std::mutex mutex_;
  std::map<std::pair<GameId, PersonId>, SeatPtr> seats_;  // guarded by mutex_, as the next one
  std::vector<SeatPtr> gone_;                             // that made way: the thread waits for what they have at work
  std::jthread thread_;                                   // last: it ends before what it uses
};

}  // namespace lanternfish
