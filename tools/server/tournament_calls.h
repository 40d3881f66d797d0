#pragma once

// The calls below /api/tournaments: what is announced and played, the table of one, and entering it.

#include <optional>

#include "support/json_line.h"
#include "tools/server/lobby.h"
#include "tools/web/http/http.h"

namespace lanternfish {

class TournamentCalls {
 public:
  // `lobby` outlives the object.
  explicit TournamentCalls(Lobby& lobby) : lobby_(lobby) {}

  // For anybody; the answer to a GET.
  HttpResponse look(const HttpRequest& request);
  // A POST of somebody who is signed in. The administrator makes tournaments, and enters others.
  HttpResponse change(const HttpRequest& request, const Json& body, const Person& me);

 private:
  HttpResponse list();
  HttpResponse table(const std::string& name);
  HttpResponse games(const std::string& name);
  HttpResponse make(const Json& body);

  Lobby& lobby_;
};

}  // namespace lanternfish
