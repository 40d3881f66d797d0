#include "tools/server/answers.h"

#include <string>

#include "rules/notation.h"

namespace lanternfish {

HttpResponse refusal(const Refused& why) {
  using Why = Refused::Why;
  switch (why.why) {
    case Why::kWrong: return error_response(400, why.text);
    case Why::kForbidden: return error_response(403, why.text);
    case Why::kUnknown: return error_response(404, why.text);
    case Why::kTaken: return error_response(409, why.text);
    case Why::kStore: break;  // a client asks again after a status of 500 and more
  }
  return error_response(503, why.text);
}

HttpResponse too_many_registrations() {
  return error_response(429, "too many registrations and guests from this address; please sign in, or try again later");
}

Json game_json(const StoredGame& game) {
  Json json = {{"id", game.id},
               {"ranked", game.ranked},
               {"clock", game.clock},
               {"begun", game.state != GameState::kOffered},
               {"void", game.state == GameState::kVoid},
               {"ended_ms", game.ended_ms},
               {"text", game.text},
               {"tournament", game.tournament}};
  for (const Color c : {kWhite, kBlack}) {
    json[std::string(format_color(c))] = game.names[c];
  }
  if (game.state == GameState::kOver) {
    json["winner"] = winner_text(game.winner);
    json["reason"] = format_win_reason(game.reason);
  }
  return json;
}

}  // namespace lanternfish
