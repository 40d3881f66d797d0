#include "tools/server/people.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "support/number.h"
#include "tools/page/assets.h"
#include "tools/server/answers.h"

namespace lanternfish {

namespace {

constexpr auto kAnalysesTime = std::chrono::minutes(10);
constexpr auto kBegunTime = std::chrono::hours(1);
constexpr int kSignIns = 30;  // of one account within kSignInTime; each is kept for a month
constexpr auto kSignInTime = std::chrono::hours(1);
constexpr std::string_view kCookie = "lanternfish-session=";

HttpResponse nothing_here() { return error_response(404, "there is nothing here"); }
HttpResponse too_much_work() {
  return error_response(429,
                        "you have asked this server for as much analysis as one may; please try again in some minutes");
}

std::string session_of(std::string_view field) {
  for (std::size_t begin = 0; begin < field.size();) {
    const std::size_t end = std::min(field.find(';', begin), field.size());
    begin = std::min(field.find_first_not_of(' ', begin), end);
    if (field.substr(begin, end - begin).starts_with(kCookie)) {
      return std::string(field.substr(begin + kCookie.size(), end - begin - kCookie.size()));
    }
    begin = end + 1;
  }
  return {};
}

std::string cookie(const HttpRequest& request, std::string_view token, std::chrono::seconds lives) {
  return fmt::format("{}{}; HttpOnly; SameSite=Strict; Path=/; Max-Age={}{}", kCookie, token, lives.count(),
                     request.secure ? "; Secure" : "");
}

}  // namespace

People::People(Lobby& lobby, Doorkeeper& doorkeeper, const Leaderboard& leaderboard, const PeopleSettings& settings)
    : lobby_(lobby),
      doorkeeper_(doorkeeper),
      leaderboard_(leaderboard),
      look_(LookSettings{}),
      analyses_(settings.max_analyses, kAnalysesTime),
      games_(lobby, look_,
             [this](const Person& who, const std::string& address) { return analyses_.take(address, who); }),
      watch_(lobby, settings.watch),
      shows_games_(settings.watch.turns_late.has_value()),
      begun_(settings.max_begun, kBegunTime),
      sign_ins_(kSignIns, kSignInTime) {}

bool People::Limit::take(const std::string& from, const std::optional<Person>& me) {
  const std::string who = me ? "account " + me->name : "address " + from;
  // Whoever is refused by one of the two spends nothing of the other one.
  return !account.spent(who) && !address.spent(from) && account.take(who) && address.take(from);
}

std::optional<Person> People::visitor(const HttpRequest& request) {
  const std::string token = session_of(request.cookie);
  const bool post = request.method == HttpRequest::Method::kPost;
  if (token.empty() || (post && request.token.empty()) || request.path.size() < 2) {
    return std::nullopt;
  }
  const Reply<std::optional<Person>> person = lobby_.session(token);
  const auto* found = std::get_if<std::optional<Person>>(&person);
  return found != nullptr ? *found : std::nullopt;
}

HttpResponse People::with_session(const HttpRequest& request, PersonId id, HttpResponse answer) {
  const Reply<std::string> token = lobby_.begin_session(id);
  if (const Refused* why = std::get_if<Refused>(&token)) {
    return refusal(*why);
  }
  answer.set_cookie = cookie(request, std::get<std::string>(token), std::chrono::hours(24 * 30));
  return answer;
}

HttpResponse People::hello(const std::optional<Person>& me) {
  Json json = {{"server", true},
               {"opponents", Json::array()},
               {"options", Json::array()},
               {"files", 0},
               {"watch", shows_games_}};
  json["me"] = me ? Json{{"id", me->id}, {"name", me->name}, {"guest", Lobby::is_guest(*me)}} : Json();
  json["clock"] = format_time_control(lobby_.settings().clock);
  return json_answer(json);
}

HttpResponse People::lobby(const std::optional<Person>& me) {
  if (me) {
    lobby_.note_seen(me->id);
  }
  return json_text_answer(here_.text(me));
}

HttpResponse People::session(const HttpRequest& request, const Json& body) {
  const std::string what = request.path.size() == 3 ? request.path[2] : "";
  if (request.token.empty()) {
    return error_response(403, "this call is the page's: it wants the field X-Lanternfish-Token");
  }
  if (what == "end") {
    const Done done = lobby_.end_session(session_of(request.cookie));
    HttpResponse answer = done ? refusal(*done) : json_answer(Json::object());
    answer.set_cookie = cookie(request, "", {});
    return answer;
  }
  if (!what.empty() && what != "new") {
    return nothing_here();
  }
  if (const std::optional<Person> me = visitor(request); me && Lobby::is_guest(*me) && lobby_.plays(me->id)) {
    return error_response(409, "your game stays with the guest that you are: please finish it first");
  }
  const auto name = body.at("username").get<std::string>(), password = body.at("password").get<std::string>();
  if (what == "new" && !doorkeeper_.may_register(request.address)) {
    return too_many_registrations();
  }
  if (what == "new") {
    const Reply<Person> made = lobby_.register_person(name, body.value("email", ""), "", password, request.address);
    if (const Refused* why = std::get_if<Refused>(&made)) {
      return refusal(*why);
    }
    return with_session(request, std::get<Person>(made).id, json_answer({{"name", name}}));
  }
  const std::variant<Person, HttpResponse> who = doorkeeper_.sign_in(name, password, request.address);
  if (const HttpResponse* refused = std::get_if<HttpResponse>(&who)) {
    HttpResponse answer = *refused;
    answer.authenticate = false;  // the page asks, and no box of the browser
    return answer;
  }
  const Person& person = std::get<Person>(who);
  if (!sign_ins_.take(person.name)) {
    return error_response(429, "this account has been signed in too often; please try again later");
  }
  return with_session(request, person.id, json_answer({{"name", person.name}}));
}

HttpResponse People::games(const HttpRequest& request) {
  const auto player = request.path.size() == 3 ? to_number<PersonId>(request.path[2], 1) : std::nullopt;
  if (request.path.size() == 3 && !player) {
    return nothing_here();
  }
  const Result<std::vector<StoredGame>> past = lobby_.past_games({.player = player});
  if (!past) {
    return error_response(503, past.error());
  }
  Json json = {{"games", Json::array()}};
  for (const StoredGame& game : *past) {
    json["games"].push_back(game_json(game));
  }
  return json_answer(json);
}

// Scores against each other player, by version, of ranked games.
HttpResponse People::player(PersonId id) {
  const Reply<Person> found = lobby_.person(id);
  if (const Refused* why = std::get_if<Refused>(&found)) {
    return refusal(*why);
  }
  const Person& person = std::get<Person>(found);
  const Result<std::vector<PairTally>> tallies = lobby_.ranked_tallies_of(id);
  if (!tallies) {
    return error_response(503, tallies.error());
  }
  Json json = {{"id", person.id},
               {"name", person.name},
               {"version", person.version},
               {"house", person.password_hash.empty()},
               {"guest", Lobby::is_guest(person)},
               {"opponents", Json::array()}};
  std::map<std::tuple<int, PersonId, int>, std::array<int, 3>> scores;  // own version, opponent, its version
  for (const PairTally& tally : *tallies) {
    if (tally.first == id) {
      auto& score = scores[{tally.first_version, tally.second, tally.second_version}];
      score = {score[0] + tally.wins, score[1] + tally.draws, score[2] + tally.losses};
    } else if (tally.second == id) {
      auto& score = scores[{tally.second_version, tally.first, tally.first_version}];
      score = {score[0] + tally.losses, score[1] + tally.draws, score[2] + tally.wins};
    }
  }
  json["ratings"] = Json::array();
  for (const RatingHistory::Point& point : leaderboard_.history(id)) {
    json["ratings"].push_back({{"version", point.version},
                               {"games", point.games},
                               {"rating", point.rating},
                               {"error", point.error},
                               {"at_ms", point.at_ms}});
  }
  for (const auto& [key, score] : scores) {
    const auto& [version, other, other_version] = key;
    const Reply<Person> opponent = lobby_.person(other);
    const Person* known = std::get_if<Person>(&opponent);
    json["opponents"].push_back({{"version", version},
                                 {"id", other},
                                 {"name", known != nullptr ? known->name : ""},
                                 {"opponent_version", other_version},
                                 {"wins", score[0]},
                                 {"draws", score[1]},
                                 {"losses", score[2]}});
  }
  return json_answer(json);
}

HttpResponse People::show(GameId id, const HttpRequest& request, const std::optional<Person>& me) {
  const Reply<GameRecord> record = lobby_.record(id);
  if (const Refused* why = std::get_if<Refused>(&record)) {
    return refusal(*why);
  }
  const std::string text = format_game_record(std::get<GameRecord>(record));
  if (!look_.has(text) && !analyses_.take(request.address, me)) {
    return too_much_work();
  }
  const Result<std::string> shown = look_.add(text);
  return shown ? id_answer(*shown) : error_response(503, shown.error());
}

// Of games that were played here, alone: whoever could bring records or positions of his own would set the work.
HttpResponse People::look(const HttpRequest& request, const std::optional<Person>& me) {
  const auto& path = request.path;  // api, look, game, side, turn, requests; or api, look, game, report
  const bool post = request.method == HttpRequest::Method::kPost;
  const bool asks = path.size() == 6 && path[5] == "requests";
  if (post && !asks) {
    return error_response(403, "games of others are looked at by lanternfish-web");
  }
  if (post) {
    HttpRequest again = request;
    again.method = HttpRequest::Method::kGet;
    HttpResponse known = look_.handle(again);
    if (known.status != 202) {
      return known;
    }
  }
  const bool report = path.size() == 4 && path[3] == "report";
  if (!post && !report) {
    return look_.handle(request);
  }
  return analyses_.take(request.address, me) ? look_.handle(request) : too_much_work();
}

HttpResponse People::play(const HttpRequest& request, const Json& body, std::optional<Person> me) {
  const auto& path = request.path;
  const bool post = request.method == HttpRequest::Method::kPost;
  const bool begins = post && (path.size() == 2 || (path.size() == 3 && path[2] == "join"));
  if (post && request.token.empty()) {
    return error_response(403, "this call is the page's: it wants the field X-Lanternfish-Token");
  }
  if (post && path.size() == 3 && path[2] == "link") {
    return games_.link(body);
  }
  const std::optional<GameId> game = path.size() == 4 ? to_number<GameId>(path[2], 1) : std::nullopt;
  if (!begins && !game) {
    return nothing_here();
  }
  bool guest = false;
  if (!me && begins) {
    if (!doorkeeper_.may_register(request.address)) {
      return too_many_registrations();
    }
    const Reply<Person> made = lobby_.add_guest();
    if (const Refused* why = std::get_if<Refused>(&made)) {
      return refusal(*why);
    }
    me = std::get<Person>(made);
    guest = true;
  }
  if (!me) {
    return error_response(403, "this is a game of others");
  }
  if (begins && !begun_.take(me->name)) {
    return error_response(429, "you have begun as many games as one may within an hour; please try again later");
  }
  if (begins) {
    HttpResponse answer = path.size() == 2 ? games_.begin(body, *me, request.address) : games_.join(body, *me);
    return guest && answer.status == 200 ? with_session(request, me->id, std::move(answer)) : answer;
  }
  return games_.handle(request, body, *me, *game);
}

bool People::takes_long(const HttpRequest& request) {
  const auto& path = request.path;
  return path.size() >= 2 && path[0] == "api" &&
         (path[1] == "session" || path[1] == "past" || path[1] == "player" || path[1] == "show");
}

std::optional<HttpResponse> People::answer(const HttpRequest& request, const Json& body,
                                           const std::optional<Person>& me) {
  const auto& path = request.path;
  const bool post = request.method == HttpRequest::Method::kPost;
  if (path.size() <= 1 && !post) {
    const Asset* asset = find_asset(path.empty() ? "index.html" : path.front());
    return asset != nullptr ? text_response(200, asset_type(asset->name), asset->content) : nothing_here();
  }
  if (path.size() < 2 || path[0] != "api") {
    return nothing_here();
  }
  const std::string& what = path[1];
  if (what == "session" && post && path.size() <= 3) {
    return session(request, body);
  }
  if (what == "hello" && path.size() == 2 && !post) {
    return hello(me);
  }
  if (what == "lobby" && path.size() == 2 && !post) {
    return lobby(me);
  }
  if (what == "past" && path.size() <= 3 && !post) {
    return games(request);
  }
  if (what == "player" && path.size() == 3 && !post) {
    const auto id = to_number<PersonId>(path[2], 1);
    return id ? player(*id) : nothing_here();
  }
  if (what == "show" && path.size() == 3 && post) {
    const auto id = to_number<GameId>(path[2], 1);
    return id ? show(*id, request, me) : nothing_here();
  }
  if (what == "look") {
    return look(request, me);
  }
  if (what == "watch" && !post) {
    return watch_.handle(request, me);
  }
  if (what == "play") {
    return play(request, body, me);
  }
  return std::nullopt;
}

}  // namespace lanternfish
