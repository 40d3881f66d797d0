#pragma once

// The calls of reconchess 1.6.9 over HTTP, and some of our own: text to the lobby's typed calls and back. Basic
// authentication; docs/reference/server.md has each call.

#include <string>
#include <variant>

#include "support/json_line.h"
#include "tools/server/doorkeeper.h"
#include "tools/server/leaderboard.h"
#include "tools/server/lobby.h"
#include "tools/server/people.h"
#include "tools/server/tournament_calls.h"
#include "tools/web/http/http.h"

namespace lanternfish {

struct ApiSettings {
  std::string version = "1.6.9";  // of reconchess; its client leaves where this is not its own
  DoorLimits limits;
  PeopleSettings people;
};

class Api : public HttpHandler {
 public:
  // Both outlive the api. `reader`: see Leaderboard.
  Api(Lobby& lobby, Store& reader, ApiSettings settings);

  std::size_t max_body(const HttpRequest& request) override;
  HttpResponse handle(const HttpRequest& request) override;
  // What was done when the call was handled may be lost by now, because another thread could not make it safe.
  bool holds() override { return lobby_.unsettled() || lobby_.losses() != handled_; }
  std::optional<HttpResponse> settle() override;
  void tick() override { lobby_.tick(); }

 private:
  HttpResponse users(const HttpRequest& request, const Json& body);
  HttpResponse me(const HttpRequest& request, const Json& body, const Person& person);
  HttpResponse invitations(const HttpRequest& request, const Json& body, const Person& person);
  HttpResponse game(const HttpRequest& request, const Json& body, const Person& person, GameId id);
  HttpResponse answer(const HttpRequest& request, const Json& body);
  HttpResponse answer(const HttpRequest& request, const Json& body, const Person& person);
  HttpResponse record(GameId id);
  bool takes_long(const HttpRequest& request);
  HttpResponse answer_or_fault(const HttpRequest& request, const Json& body);
  HttpResponse settled_answer(const HttpRequest& request, const Json& body);
  // Who asks; or the answer that says why nobody may.
  std::variant<Person, HttpResponse> asker(const HttpRequest& request);

  Lobby& lobby_;
  const ApiSettings settings_;
  Doorkeeper doorkeeper_;
  Leaderboard leaderboard_;
  TournamentCalls tournaments_{lobby_};
  People people_{lobby_, doorkeeper_, leaderboard_, settings_.people};
  std::uint64_t losses_ = lobby_.losses();  // when answers were last made safe
  std::uint64_t handled_ = losses_;         // the same when the last call was handled
};

}  // namespace lanternfish
