#pragma once

// The server's page for people: its files, who is here, games to play and to look at, sign in and out. A browser is
// known by a cookie; a change by cookie brings the field X-Lanternfish-Token too, which no other page can send.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "support/json_line.h"
#include "tools/server/allowance.h"
#include "tools/server/doorkeeper.h"
#include "tools/server/leaderboard.h"
#include "tools/server/lobby.h"
#include "tools/server/lobby_answer.h"
#include "tools/server/page_games.h"
#include "tools/server/watch_games.h"
#include "tools/web/http/http.h"
#include "tools/web/look/look_room.h"

namespace lanternfish {

struct PeopleSettings {
  WatchGamesSettings watch;
  // What takes a processor for seconds: games that are analysed for Look, questions about a turn, reports. So many of
  // one account within ten minutes, and five times as many of one address; 0: any number.
  int max_analyses = 20;
  int max_begun = 60;  // games of one account or guest, and links to friends, within an hour; 0: any number
};

class People {
 public:
  // The first three outlive the object.
  People(Lobby& lobby, Doorkeeper& doorkeeper, const Leaderboard& leaderboard, const PeopleSettings& settings);

  // None where the call is not the page's. `me`: the visitor. From any thread.
  std::optional<HttpResponse> answer(const HttpRequest& request, const Json& body, const std::optional<Person>& me);
  // Whose browser makes this call. A POST without the page's field is nobody's.
  std::optional<Person> visitor(const HttpRequest& request);
  // Names of all who are here.
  std::vector<std::string> here() { return here_.names(); }
  // Whether it may take longer than a call of a game does.
  static bool takes_long(const HttpRequest& request);

 private:
  HttpResponse hello(const std::optional<Person>& me);
  HttpResponse lobby(const std::optional<Person>& me);
  HttpResponse session(const HttpRequest& request, const Json& body);
  HttpResponse games(const HttpRequest& request);
  HttpResponse player(PersonId id);
  HttpResponse show(GameId id, const HttpRequest& request, const std::optional<Person>& me);
  HttpResponse look(const HttpRequest& request, const std::optional<Person>& me);
  HttpResponse play(const HttpRequest& request, const Json& body, std::optional<Person> me);
  HttpResponse with_session(const HttpRequest& request, PersonId id, HttpResponse answer);

  // So often may somebody: by account, and by address.
  struct Limit {
    Limit(int of_account, std::chrono::milliseconds period)
        : account(of_account, period), address(5 * of_account, period) {}
    bool take(const std::string& from, const std::optional<Person>& me);
    Allowance account, address;
  };

  Lobby& lobby_;
  Doorkeeper& doorkeeper_;
  const Leaderboard& leaderboard_;
  LobbyAnswer here_{lobby_};
  LookRoom look_;
  Limit analyses_;  // before the games, whose thread asks it
  PageGames games_;
  WatchGames watch_;
  const bool shows_games_;      // while they are played
  Allowance begun_, sign_ins_;  // by account
};

}  // namespace lanternfish
