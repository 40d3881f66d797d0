#include "tools/server/tournament_calls.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/server/answers.h"
#include "tools/server/names.h"
#include "tools/server/standings.h"

namespace lanternfish {

namespace {

constexpr std::int64_t kLastMoment = 253'402'300'799'999;  // of the year 9999

HttpResponse no_such_call() { return error_response(404, "there is nothing here"); }

HttpResponse answer_to(const Done& done) { return done ? refusal(*done) : json_answer(Json::object()); }

Json tournament_json(const Tournament& tournament) {
  const std::int64_t now = now_ms();
  return {{"name", tournament.name},
          {"clock", tournament.clock},
          {"games", tournament.games},
          {"begins_ms", tournament.begins_ms},
          {"ends_ms", tournament.ends_ms},
          {"state", now < tournament.begins_ms ? "announced"
                    : now < tournament.ends_ms ? "running"
                                               : "over"},
          {"entered", tournament.players.size()}};
}

// Most points first; those who left are in it with what they played. A tournament knows no versions.
std::vector<Standing> standings_of(const Tournament& tournament, const std::vector<PairTally>& tallies) {
  std::map<PersonId, int> versions;
  for (const PersonId player : tournament.players) {
    versions[player] = 0;
  }
  for (const PairTally& tally : tallies) {
    versions[tally.first] = versions[tally.second] = 0;
  }
  std::vector<Standing> rows = standings(versions, tallies, tournament.players);
  std::stable_sort(rows.begin(), rows.end(), [](const Standing& a, const Standing& b) {
    return std::pair(a.points(), a.rating.elo) > std::pair(b.points(), b.rating.elo);
  });
  return rows;
}

}  // namespace

HttpResponse TournamentCalls::list() {
  const Result<std::vector<Tournament>> all = lobby_.tournaments();
  if (!all) {
    return error_response(503, all.error());
  }
  Json json = {{"tournaments", Json::array()}};
  for (const Tournament& tournament : *all) {
    json["tournaments"].push_back(tournament_json(tournament));
  }
  return json_answer(json);
}

HttpResponse TournamentCalls::table(const std::string& name) {
  const Reply<Tournament> found = lobby_.tournament(name);
  if (const Refused* why = std::get_if<Refused>(&found)) {
    return refusal(*why);
  }
  const Tournament& tournament = std::get<Tournament>(found);
  const Result<std::vector<PairTally>> tallies = lobby_.tournament_tallies(name);
  if (!tallies) {
    return error_response(503, tallies.error());
  }
  Json json = tournament_json(tournament);
  json["players"] = Json::array();
  std::map<PersonId, std::string> names;
  for (const Standing& standing : standings_of(tournament, *tallies)) {
    const Reply<Person> person = lobby_.person(standing.person);
    const Person* known = std::get_if<Person>(&person);
    names[standing.person] = known != nullptr ? known->name : "";
    json["players"].push_back({{"id", standing.person},
                               {"name", names[standing.person]},
                               {"entered", std::find(tournament.players.begin(), tournament.players.end(),
                                                     standing.person) != tournament.players.end()},
                               {"points", standing.points()},
                               {"games", standing.score.games()},
                               {"wins", standing.score.wins},
                               {"draws", standing.score.draws},
                               {"losses", standing.score.losses},
                               {"rating", standing.rating.elo},
                               {"error", standing.rating.error}});
  }
  json["pairings"] = Json::array();
  for (const PairTally& tally : *tallies) {
    json["pairings"].push_back({{"white", names[tally.first]},
                                {"black", names[tally.second]},
                                {"wins", tally.wins},
                                {"draws", tally.draws},
                                {"losses", tally.losses}});
  }
  json["playing"] = Json::array();
  for (const StoredGame& game : lobby_.open_games()) {
    if (game.tournament == name) {
      json["playing"].push_back(game_json(game));
    }
  }
  return json_answer(json);
}

HttpResponse TournamentCalls::games(const std::string& name) {
  const Reply<Tournament> found = lobby_.tournament(name);
  if (const Refused* why = std::get_if<Refused>(&found)) {
    return refusal(*why);
  }
  const Result<std::vector<StoredGame>> past = lobby_.past_games({.tournament = name});
  if (!past) {
    return error_response(503, past.error());
  }
  Json json = {{"games", Json::array()}};
  for (const StoredGame& game : *past) {
    json["games"].push_back(game_json(game));
  }
  return json_answer(json);
}

HttpResponse TournamentCalls::look(const HttpRequest& request) {
  const auto& path = request.path;
  if (path.size() == 2) {
    return list();
  }
  if (path.size() == 3) {
    return table(path[2]);
  }
  return path.size() == 4 && path[3] == "games" ? games(path[2]) : no_such_call();
}

HttpResponse TournamentCalls::make(const Json& body) {
  Tournament tournament;
  tournament.name = body.at("name").get<std::string>();
  tournament.clock =
      body.contains("clock") ? body.at("clock").get<std::string>() : format_time_control(lobby_.settings().clock);
  const auto number = [&](const char* key, std::int64_t otherwise, std::int64_t max) {
    return body.contains(key) ? whole_number(body.at(key), key, 0, max) : otherwise;
  };
  tournament.games = static_cast<int>(number("games", tournament.games, kMaxGamesOfPair));
  tournament.begins_ms = number("begins_ms", now_ms(), kLastMoment);
  tournament.ends_ms = whole_number(body.at("ends_ms"), "ends_ms", 0, kLastMoment);
  const Done done = lobby_.add_tournament(tournament);
  return done ? refusal(*done) : json_answer({{"name", tournament.name}});
}

HttpResponse TournamentCalls::change(const HttpRequest& request, const Json& body, const Person& me) {
  const auto& path = request.path;
  const bool may_all = me.name == kAdministrator;
  const std::string& what = path.size() == 4 ? path[3] : "";
  if ((path.size() == 2 || what == "end") && !may_all) {
    return error_response(403, "tournaments are the administrator's to make and to end");
  }
  if (path.size() == 2) {
    return make(body);
  }
  if (what == "end") {
    return answer_to(lobby_.end_tournament(path[2]));
  }
  if (what != "enter" && what != "leave") {
    return no_such_call();
  }
  PersonId player = me.id;
  if (body.contains("player")) {
    const Reply<Person> named = lobby_.person_named(body.at("player").get<std::string>());
    if (const Refused* why = std::get_if<Refused>(&named)) {
      return refusal(*why);
    }
    player = std::get<Person>(named).id;
    if (player != me.id && !may_all) {
      return error_response(403, "everybody enters for oneself");
    }
  }
  return answer_to(lobby_.enter_tournament(path[2], player, what == "enter"));
}

}  // namespace lanternfish
