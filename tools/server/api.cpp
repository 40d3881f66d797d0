#include "tools/server/api.h"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "game/record_json.h"
#include "rules/notation.h"
#include "support/json_line.h"
#include "support/number.h"
#include "tools/server/answers.h"
#include "tools/server/credentials.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMaxBody = 4096;  // bytes; the longest call is a registration

HttpResponse pair_answer(const char* key, Json value) {
  Json json = Json::object();
  json[key] = std::move(value);
  return json_answer(json);
}
HttpResponse nothing_answer() { return json_answer(Json::object()); }

HttpResponse answer_of(const Done& done) { return done ? refusal(*done) : nothing_answer(); }
template <typename T>
HttpResponse answer_of(const Reply<T>& answer, const char* key) {
  const Refused* why = std::get_if<Refused>(&answer);
  return why != nullptr ? refusal(*why) : pair_answer(key, std::get<T>(answer));
}

Json winner_json(const StoredGame& game) { return game.winner ? Json(*game.winner == kWhite) : Json(); }
Json reason_json(const StoredGame& game) {
  return game.reason == WinReason::kNone ? Json()
                                         : object_json("WinReason", std::string(format_win_reason(game.reason)));
}

// Of a path "api/games/7/WHAT"; 0: of any other.
GameId game_of(const std::vector<std::string>& path) {
  return path[1] == "games" && path.size() == 4 ? to_number<GameId>(path[2], 1).value_or(0) : 0;
}

// What a player may ask of a game.
std::optional<Json> told(const std::string& what, const Table& table, Color side) {
  const bool over = table.over();
  if (what == "color") {
    return Json(side == kWhite);
  }
  if (what == "starting_board") {
    return object_json("Board", format_fen(table.rules().start));
  }
  if (what == "opponent_name") {
    return Json(table.game().names[~side]);
  }
  if (what == "sense_actions") {
    Json squares = Json::array();
    for (int square = 0; square < 64; ++square) {
      squares.push_back(square);
    }
    return over ? Json() : squares;
  }
  if (what == "move_actions") {
    Json moves = Json::array();
    for (const Move& move : table.requests(side)) {
      if (move != kNullMove) {  // reconchess lists moves alone, though a pass may be requested
        moves.push_back(move_json(move));
      }
    }
    return over ? Json() : moves;
  }
  if (what == "seconds_left") {
    return Json(static_cast<double>(table.left(side).count()) / 1000);
  }
  if (what == "is_my_turn") {
    return Json(table.is_turn_of(side));
  }
  if (what == "opponent_move_results") {
    return square_json(table.captured(side));
  }
  if (what == "winner_color") {
    return winner_json(table.game());
  }
  if (what == "win_reason") {
    return reason_json(table.game());
  }
  return std::nullopt;
}

}  // namespace

Api::Api(Lobby& lobby, Store& reader, ApiSettings settings)
    : lobby_(lobby),
      settings_(std::move(settings)),
      doorkeeper_(lobby, settings_.limits),
      leaderboard_(lobby, reader) {}

std::size_t Api::max_body(const HttpRequest& /*request*/) { return kMaxBody; }

std::variant<Person, HttpResponse> Api::asker(const HttpRequest& request) {
  const auto credentials = basic_credentials(request.authorization);
  if (!credentials) {
    HttpResponse answer = error_response(401, "this call wants a name and a password (HTTP Basic authentication)");
    answer.authenticate = true;
    return answer;
  }
  return doorkeeper_.sign_in(credentials->first, credentials->second, request.address);
}

HttpResponse Api::users(const HttpRequest& request, const Json& body) {
  if (request.method == HttpRequest::Method::kGet) {
    return pair_answer("usernames", people_.here());
  }
  if (!doorkeeper_.may_register(request.address)) {
    return too_many_registrations();
  }
  const auto text = [&](const char* key) {
    return body.contains(key) && !body.at(key).is_null() ? body.at(key).get<std::string>() : std::string();
  };
  const Reply<Person> person =
      lobby_.register_person(text("username"), text("email"), text("affiliation"), text("password"), request.address);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return refusal(*why);
  }
  return pair_answer("username", std::get<Person>(person).name);
}

HttpResponse Api::me(const HttpRequest& request, const Json& body, const Person& person) {
  const bool post = request.method == HttpRequest::Method::kPost;
  const std::string& what = request.path.size() == 4 ? request.path[3] : "";
  if (what == "version") {
    return post ? answer_of(lobby_.next_version(person.id), "version") : pair_answer("version", person.version);
  }
  if (what == "max_games" && post) {
    // reconchess's client goes on whatever the answer is. So what is beyond the limits counts as the limit.
    using Any = std::numeric_limits<int>;
    const std::int64_t games = whole_number(body.at("max_games"), "max_games", Any::min(), Any::max());
    return answer_of(lobby_.set_max_games(person.id, static_cast<int>(std::clamp<std::int64_t>(games, 0, kMaxGames))));
  }
  if (what == "ranked" && post) {
    return answer_of(lobby_.set_ranked(person.id, truth_value(body.at("ranked"), "ranked")));
  }
  return error_response(404, "there is nothing here");
}

HttpResponse Api::invitations(const HttpRequest& request, const Json& body, const Person& person) {
  const bool post = request.method == HttpRequest::Method::kPost;
  if (request.path.size() == 2) {
    if (!post) {
      return answer_of(lobby_.invitations(person.id), "invitations");
    }
    const Color color = truth_value(body.at("color"), "color") ? kWhite : kBlack;
    return answer_of(lobby_.invite(person.id, body.at("opponent").get<std::string>(), color), "game_id");
  }
  const std::optional<GameId> id = to_number<GameId>(request.path[2], 0);
  if (id && post && request.path.size() == 3) {
    return answer_of(lobby_.accept(person.id, *id), "game_id");
  }
  if (id && post && request.path.size() == 4 && request.path[3] == "finish") {
    return nothing_answer();  // the game itself says that it is over
  }
  return error_response(404, "there is nothing here");
}

HttpResponse Api::game(const HttpRequest& request, const Json& body, const Person& person, GameId id) {
  const bool post = request.method == HttpRequest::Method::kPost;
  const std::string& what = request.path[3];
  const Reply<HttpResponse> answer =
      lobby_.at_table<HttpResponse>(person.id, id, [&](Table& table, Color side) -> Reply<HttpResponse> {
        if (!post) {
          table.look_at_clocks();
          if (what == "game_status") {
            Json json = Json::object();
            json["is_over"] = table.over();
            json["is_my_turn"] = table.is_turn_of(side);
            return json_answer(json);
          }
          if (what == "game_history") {
            const bool played = table.game().state == GameState::kOver;
            return json_text_answer(
                "{\"game_history\": " + (played ? format_game_record(table.record()) : std::string("null")) + "}");
          }
          const std::optional<Json> value = told(what, table, side);
          return value ? pair_answer(what == "starting_board" ? "board" : what.c_str(), *value)
                       : error_response(404, "there is nothing here");
        }
        if (what == "ready") {
          return answer_of(table.ready(side));
        }
        if (what == "sense") {
          const Reply<Window> window = table.sense(side, read_square(body.at("square")));
          if (const Refused* why = std::get_if<Refused>(&window)) {
            return *why;
          }
          return pair_answer("sense_result", window_json(std::get<Window>(window)));
        }
        if (what == "move") {
          const Reply<Moved> moved = table.move(side, read_move(body.at("requested_move")));
          if (const Refused* why = std::get_if<Refused>(&moved)) {
            return *why;
          }
          const Moved& result = std::get<Moved>(moved);
          return pair_answer("move_result", Json::array({move_json(result.requested), move_json(result.taken),
                                                         square_json(result.captured)}));
        }
        if (what == "end_turn") {  // a move ends the turn already, so that nobody waits for a client that is gone
          return nothing_answer();
        }
        if (what == "resign" || what == "error_resign") {
          return answer_of(table.resign(side));
        }
        return error_response(404, "there is nothing here");
      });
  const Refused* why = std::get_if<Refused>(&answer);
  return why != nullptr ? refusal(*why) : std::get<HttpResponse>(answer);
}

HttpResponse Api::record(GameId id) {
  const Reply<GameRecord> record = lobby_.record(id);
  if (const Refused* why = std::get_if<Refused>(&record)) {
    return refusal(*why);
  }
  return json_text_answer(format_game_record(std::get<GameRecord>(record)));
}

HttpResponse Api::handle(const HttpRequest& request) {
  handled_ = lobby_.losses();
  if (!doorkeeper_.may_call(request.address)) {
    return too_many_calls();
  }
  const Result<Json> body = parse_json(request.body.empty() ? "{}" : request.body);
  if (!body) {
    return error_response(400, "the body of the call: " + body.error());
  }
  // Passwords are hashed, which takes as long as a hundred other calls, and finished games are read by other threads.
  if (takes_long(request)) {
    if (!doorkeeper_.may_call_long(request.address)) {
      return too_many_calls();
    }
    HttpResponse later;
    later.later = [this, request, json = *body] { return settled_answer(request, json); };
    return later;
  }
  return answer_or_fault(request, *body);
}

HttpResponse Api::answer_or_fault(const HttpRequest& request, const Json& body) {
  const Result<HttpResponse> answered = read_value(body, [&](const Json& json) { return answer(request, json); });
  return answered ? *answered : error_response(400, "the body of the call: " + answered.error());
}

HttpResponse Api::settled_answer(const HttpRequest& request, const Json& body) {
  const std::uint64_t before = lobby_.losses();
  HttpResponse answer = answer_or_fault(request, body);
  const Status safe = lobby_.settle(before);
  return safe ? answer : error_response(503, safe.error());
}

std::optional<HttpResponse> Api::settle() {
  const Status safe = lobby_.settle(losses_);
  losses_ = lobby_.losses();
  return safe ? std::nullopt : std::optional(error_response(503, safe.error()));
}

bool Api::takes_long(const HttpRequest& request) {
  const auto& path = request.path;
  if (path.size() < 2 || path[0] != "api") {
    return false;
  }
  if (People::takes_long(request)) {
    return true;
  }
  if (path[1] == "users" && path.size() == 2) {
    return request.method == HttpRequest::Method::kPost;
  }
  if (path[1] == "tournaments" && request.method == HttpRequest::Method::kGet) {
    return true;
  }
  if (path[1] == "games" && path.size() == 4 && (path[3] == "record" || path[3] == "game_history")) {
    return true;
  }
  const auto credentials = basic_credentials(request.authorization);
  return credentials && !doorkeeper_.answers_at_once(credentials->first, credentials->second, request.address);
}

HttpResponse Api::answer(const HttpRequest& request, const Json& body) {
  const auto& path = request.path;
  const bool get = request.method == HttpRequest::Method::kGet;
  // At the page somebody is known by a cookie.
  const std::optional<Person> visitor = people_.visitor(request);
  if (visitor && !doorkeeper_.may_call(*visitor)) {
    return too_many_calls();
  }
  if (std::optional<HttpResponse> page = people_.answer(request, body, visitor)) {
    return std::move(*page);
  }
  if (path[1] == "version" && path.size() == 2 && get) {
    return pair_answer("version", settings_.version);
  }
  if (path[1] == "leaderboard" && path.size() == 2 && get) {
    return json_text_answer(*leaderboard_.text());
  }
  if (path[1] == "users" && path.size() == 2) {
    return users(request, body);
  }
  if (path[1] == "tournaments" && get) {
    return tournaments_.look(request);
  }
  if (const GameId id = game_of(path); id > 0 && path[3] == "record" && get) {
    return record(id);
  }
  const bool by_cookie = visitor && path[1] == "tournaments" && request.authorization.empty();
  const std::variant<Person, HttpResponse> who =
      by_cookie ? std::variant<Person, HttpResponse>(*visitor) : asker(request);
  const Person* person = std::get_if<Person>(&who);
  return person != nullptr ? answer(request, body, *person) : std::get<HttpResponse>(who);
}

HttpResponse Api::answer(const HttpRequest& request, const Json& body, const Person& person) {
  const auto& path = request.path;
  if (path[1] == "users" && path.size() > 2 && path[2] == "me") {
    return me(request, body, person);
  }
  if (path[1] == "invitations" && path.size() <= 4) {
    return invitations(request, body, person);
  }
  if (path[1] == "tournaments" && path.size() <= 4) {
    return tournaments_.change(request, body, person);
  }
  const GameId id = game_of(path);
  return id > 0 ? game(request, body, person, id) : error_response(404, "there is nothing here");
}

}  // namespace lanternfish
