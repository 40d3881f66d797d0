// The calls that the server's page makes, by browsers without windows.

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "support/json_line.h"
#include "tests/server/calls.h"
#include "tests/server/test_database.h"
#include "tools/server/database.h"
#include "tools/server/page_games.h"
#include "tools/server/store.h"

using namespace lanternfish;
using lanternfish::testing::Calls;
using lanternfish::testing::PassingDatabase;

namespace {

LobbySettings with_clock() {
  LobbySettings settings;
  settings.clock = *parse_time_control("900+5");
  return settings;
}

// Anna has White, bert Black.
struct Pair {
  explicit Pair(const ApiSettings& api = {}) : calls({"anna", "bert", "carl"}, with_clock(), api) {}

  // A game by a link; both have followed it, and nobody is ready.
  std::string game() {
    const Json made = Json::parse(
        *calls.browse(anna, "POST", "api/play", R"({"color": "white", "opponent": "link", "help": false})").body);
    const std::string token = made.at("id").get<std::string>().substr(std::string("link-").size());
    const HttpResponse joined = calls.browse(bert, "POST", "api/play/join", R"({"link": ")" + token + "\"}");
    return Json::parse(*joined.body).at("id").get<std::string>();
  }
  std::string begun_game() {
    const std::string id = game();
    for (const std::string* who : {&anna, &bert}) {
      CHECK(at(*who, "POST", id, "ready", "{}").status == 200);
    }
    return id;
  }
  HttpResponse at(const std::string& who, const char* method, const std::string& id, const std::string& what,
                  const std::string& body = {}) {
    return calls.browse(who, method, "api/play/" + id + "/" + what, body);
  }
  std::string phase(const std::string& who, const std::string& id) {
    return Json::parse(*at(who, "GET", id, "state").body).at("phase").get<std::string>();
  }

  Calls calls;
  const std::string anna = calls.cookie_of("anna"), bert = calls.cookie_of("bert");
};

void a_moment() { std::this_thread::sleep_for(std::chrono::milliseconds(700)); }  // threads that follow look sooner

class CountingDatabase : public PassingDatabase {
 public:
  CountingDatabase(std::unique_ptr<Database> real, int& asked) : PassingDatabase(std::move(real)), asked_(asked) {}
  Result<int> run(const std::string& sql, const std::vector<Parameter>& parameters, const EachRow& each) override {
    ++asked_;
    return PassingDatabase::run(sql, parameters, each);
  }

 private:
  int& asked_;
};

// A disk that is full for as long as `full` says so.
class FullDatabase : public PassingDatabase {
 public:
  FullDatabase(std::unique_ptr<Database> real, const std::atomic<bool>& full)
      : PassingDatabase(std::move(real)), full_(full) {}
  Status commit() override {
    if (!full_) {
      return PassingDatabase::commit();
    }
    undo();
    return Error{"the database: the disk is full"};
  }

 private:
  const std::atomic<bool>& full_;
};

}  // namespace

TEST_CASE("server page: no GET begins a game, and its players begin it by opening its page") {
  Pair pair;
  const std::string id = pair.game();
  for (const std::string* who : {&pair.anna, &pair.bert}) {
    for (const char* what : {"events", "state", "record", "ready"}) {
      CHECK(pair.at(*who, "GET", id, what).status != 500);
    }
  }
  a_moment();
  CHECK(pair.phase(pair.anna, id) == "starting");
  CHECK(pair.at(pair.anna, "POST", id, "ready", "{}").status == 200);
  CHECK(pair.phase(pair.anna, id) == "starting");
  CHECK(pair.at(pair.bert, "POST", id, "ready", "{}").status == 200);
  CHECK(pair.phase(pair.anna, id) == "sense");
  // Nor is whoever asks somebody for a game there before the page of the game is.
  const std::string wish = R"({"color": "white", "opponent": "bert", "help": false})";
  const HttpResponse made = pair.calls.browse(pair.anna, "POST", "api/play", wish);
  const std::string second = Json::parse(*made.body).at("id").get<std::string>();
  CHECK(pair.at(pair.bert, "POST", second, "ready", "{}").status == 200);
  CHECK(pair.phase(pair.bert, second) == "starting");
  CHECK(pair.at(pair.anna, "POST", second, "ready", "{}").status == 200);
  CHECK(pair.phase(pair.bert, second) == "waiting");
}

TEST_CASE("server page: help has who asked for it before the game, by what was said first") {
  Pair pair;
  const auto begun = [&](const std::string& id, const char* of_anna, const char* of_bert) {
    CHECK(pair.at(pair.bert, "GET", id, "state").status == 200);  // its page is open before
    CHECK(pair.at(pair.anna, "POST", id, "ready", of_anna).status == 200);
    CHECK(pair.at(pair.bert, "POST", id, "ready", of_bert).status == 200);
    std::string helped;
    for (const std::string* who : {&pair.anna, &pair.bert}) {
      helped += Json::parse(*pair.at(*who, "GET", id, "state").body).contains("help") ? "yes " : "no ";
    }
    // Afterwards it stays as it is.
    CHECK(pair.at(pair.bert, "POST", id, "ready", R"({"help": true})").status == 200);
    CHECK(pair.at(pair.anna, "POST", id, "resign", "{}").status == 200);
    return helped;
  };
  const auto invited = [&](const char* help) {
    const std::string wish = fmt::format(R"({{"color": "white", "opponent": "bert"{}}})", help);
    const HttpResponse made = pair.calls.browse(pair.anna, "POST", "api/play", wish);
    return Json::parse(*made.body).at("id").get<std::string>();
  };
  CHECK(begun(pair.game(), "{}", "{}") == "no no ");  // whose maker wanted none, and whose guest said nothing
  CHECK(begun(invited(""), "{}", "{}") == "no no ");
  CHECK(begun(invited(R"(, "help": false)"), R"({"help": true})", R"({"help": true})") == "no yes ");
  CHECK(begun(invited(R"(, "help": true)"), R"({"help": false})", R"({"help": false})") == "yes no ");
  const std::string link = R"({"color": "white", "opponent": "link", "help": true})";
  const Json made = Json::parse(*pair.calls.browse(pair.anna, "POST", "api/play", link).body);
  const std::string token = made.at("id").get<std::string>().substr(std::string("link-").size());
  const HttpResponse joined =
      pair.calls.browse(pair.bert, "POST", "api/play/join", R"({"help": false, "link": ")" + token + "\"}");
  CHECK(begun(Json::parse(*joined.body).at("id").get<std::string>(), "{}", "{}") == "yes no ");
  const std::string last = invited("");
  CHECK(pair.at(pair.anna, "POST", last, "ready", R"({"help": 1})").status == 400);
}

TEST_CASE("server page: the stream of a game says nothing when the opponent senses") {
  Pair pair;
  const std::string id = pair.begun_game();
  const std::shared_ptr<Feed> waits = pair.at(pair.bert, "GET", id, "events").feed;
  const std::shared_ptr<Feed> senses = pair.at(pair.anna, "GET", id, "events").feed;
  REQUIRE((waits && senses));
  a_moment();
  const std::uint64_t before = waits->latest().number, own = senses->latest().number;
  CHECK(pair.at(pair.anna, "POST", id, "sense", R"({"square": "e7"})").status == 200);
  a_moment();
  CHECK(waits->latest().number == before);
  CHECK(senses->latest().number > own);
  CHECK(pair.at(pair.anna, "POST", id, "move", R"({"move": "e2e4"})").status == 200);
  a_moment();
  CHECK(waits->latest().number > before);
  CHECK(pair.phase(pair.bert, id) == "sense");
}

TEST_CASE("server page: the stream of a game says nothing when the opponent accepts") {
  Pair pair;
  const std::string wish = R"({"color": "white", "opponent": "bert", "help": false})";
  const HttpResponse made = pair.calls.browse(pair.anna, "POST", "api/play", wish);
  const std::string id = Json::parse(*made.body).at("id").get<std::string>();
  const std::shared_ptr<Feed> waits = pair.at(pair.anna, "GET", id, "events").feed;
  a_moment();
  const std::uint64_t before = waits->latest().number;
  CHECK(pair.calls.ask("bert", "POST", "api/invitations/" + id) == "200 {\"game_id\":" + id + "}");
  a_moment();
  CHECK(waits->latest().number == before);
}

TEST_CASE("server page: a page that is opened again is told the clock as it is") {
  Pair pair;
  const std::string id = pair.begun_game();
  const auto left = [&](const std::string& text) { return Json::parse(text).at("clocks").at("white").get<int>(); };
  const int before = left(*pair.at(pair.anna, "GET", id, "events").feed->latest().text);
  a_moment();
  CHECK(left(*pair.at(pair.anna, "GET", id, "events").feed->latest().text) <= before - 600);
  CHECK(left(*pair.at(pair.bert, "GET", id, "state").body) <= before - 600);
}

TEST_CASE("server page: records and positions of others are refused on every way into Look") {
  Pair pair;
  const std::string id = pair.begun_game();
  CHECK(pair.at(pair.anna, "POST", id, "resign", "{}").status == 200);
  const std::string record = *pair.calls.browse("", "GET", "api/games/" + id + "/record").body;
  for (const char* path : {"api/look", "api/look/rest", "api/look/line", "api/look/line/rest", "api/look/file/0",
                           "api/look/file/0/rest", "api/look/rest/rest"}) {
    CHECK_MESSAGE(pair.calls.browse("", "POST", path, record).status == 403, path);
  }
  CHECK(pair.calls.browse("", "POST", "api/show/" + id).status == 200);
}

TEST_CASE("server page: games and questions that take a processor have a limit by account and by address") {
  ApiSettings api;
  api.people.max_analyses = 1;
  Pair pair(api);
  std::vector<std::string> ids;
  for (const char* move : {"e2e4", "d2d4", "c2c4"}) {
    ids.push_back(pair.begun_game());
    CHECK(pair.at(pair.anna, "POST", ids.back(), "sense", R"({"square": "e7"})").status == 200);
    CHECK(pair.at(pair.anna, "POST", ids.back(), "move", fmt::format(R"({{"move": "{}"}})", move)).status == 200);
    CHECK(pair.at(pair.anna, "POST", ids.back(), "resign", "{}").status == 200);
  }
  const auto show = [&](const std::string& who, std::size_t i) {
    return pair.calls.browse(who, "POST", "api/show/" + ids[i], {}, "10.0.0.1");
  };
  const HttpResponse first = show(pair.anna, 0);
  CHECK(first.status == 200);
  CHECK(show(pair.anna, 1).status == 429);
  CHECK(show(pair.anna, 0).status == 200);  // there already
  CHECK(show(pair.bert, 1).status == 200);
  CHECK(show("", 2).status == 200);
  const std::string game = "api/look/" + Json::parse(*first.body).at("id").get<std::string>();
  for (const std::string& who : {pair.anna, pair.bert, std::string()}) {
    CHECK(pair.calls.browse(who, "POST", game + "/white/1/requests", {}, "10.0.0.1").status == 429);
    CHECK(pair.calls.browse(who, "GET", game + "/report", {}, "10.0.0.1").status == 429);
    CHECK(pair.calls.browse(who, "GET", game + "/record", {}, "10.0.0.1").status == 200);
  }
  // Names cost little: those of one address have a limit together.
  std::vector<int> statuses;
  for (int i = 0; i < 7; ++i) {
    const std::string name = fmt::format("p{}", i);
    pair.calls.ask("", "POST", "api/users/", fmt::format(R"({{"username": "{}", "password": "a password"}})", name));
    statuses.push_back(pair.calls.browse(pair.calls.cookie_of(name), "GET", game + "/report", {}, "10.0.0.2").status);
  }
  CHECK(std::count(statuses.begin(), statuses.end(), 429) == 2);
  CHECK(statuses[4] != 429);
  // What the address refused, the account has not spent.
  CHECK(pair.calls.browse(pair.calls.cookie_of("p6"), "GET", game + "/report", {}, "10.0.0.3").status != 429);
}

TEST_CASE("server page: games that somebody begins and has at once have a limit") {
  ApiSettings api;
  api.people.max_begun = 30;
  Pair pair(api);
  int begun = 0;
  HttpResponse last;
  for (; begun < 20; ++begun) {
    const char* const wish = R"({"color": "white", "opponent": "link", "help": false})";
    last = pair.calls.browse(pair.anna, "POST", "api/play", wish);
    if (last.status != 200) {
      break;
    }
    const std::string link = Json::parse(*last.body).at("id").get<std::string>().substr(std::string("link-").size());
    last = pair.calls.browse(pair.bert, "POST", "api/play/join", R"({"link": ")" + link + "\"}");
    if (last.status != 200) {
      break;
    }
  }
  CHECK(begun == 8);
  CHECK(last.status == 409);
  for (int i = 0; i < 30; ++i) {
    last = pair.calls.browse(pair.anna, "POST", "api/play", R"({"color": "white", "opponent": "link"})");
  }
  CHECK(last.status == 429);
}

TEST_CASE("server page: accounts behind one address begin as many games as each may, and guests come as accounts do") {
  ApiSettings api;
  api.people.max_begun = 2;
  api.limits.registrations = 40;
  std::vector<std::string> names;
  for (int i = 0; i < 30; ++i) {
    names.push_back(fmt::format("p{}", i));
  }
  Calls calls(names, with_clock(), api);
  const auto begin = [&](const std::string& who) {
    return calls.browse(who, "POST", "api/play", R"({"color": "white", "opponent": "link"})", "10.0.0.1").status;
  };
  for (const std::string& name : names) {
    const std::string cookie = calls.cookie_of(name);
    CHECK(begin(cookie) == 200);
    CHECK(begin(cookie) == 200);
    CHECK(begin(cookie) == 429);
  }
  for (int i = 0; i < 40; ++i) {
    CHECK(begin("") == 200);
  }
  CHECK(begin("") == 429);
}

TEST_CASE("server page: the lobby asks the database once for all who look at it") {
  int asked = 0;
  std::vector<std::string> names;
  for (int i = 0; i < 12; ++i) {
    names.push_back(fmt::format("p{}", i));
  }
  Calls calls(names, LobbySettings(), ApiSettings(), [&](std::unique_ptr<Database> real) {
    return std::make_unique<CountingDatabase>(std::move(real), asked);
  });
  std::vector<std::string> cookies;
  for (const std::string& name : names) {
    cookies.push_back(calls.cookie_of(name));
  }
  const auto lobby = [&](const std::string& cookie) {
    return Json::parse(*calls.browse(cookie, "GET", "api/lobby").body);
  };
  (void)lobby(cookies[0]);
  asked = 0;
  for (const std::string& cookie : cookies) {
    CHECK(lobby(cookie).at("players").size() == names.size() - 1);
  }
  // Whose browser it is takes two; once or twice a second has passed.
  CHECK_MESSAGE(asked <= static_cast<int>(4 * names.size()), asked);
  asked = 0;
  for (int i = 0; i < 12; ++i) {
    CHECK(calls.ask("", "GET", "api/users").starts_with("200"));
  }
  CHECK_MESSAGE(asked <= static_cast<int>(2 * names.size()), asked);

  // What happens is seen at once, and everybody sees the own part.
  CHECK(lobby("").at("games").empty());
  REQUIRE(calls.ask("p0", "POST", "api/invitations", R"({"opponent": "p1", "color": true})") == "200 {\"game_id\":1}");
  CHECK(lobby("").at("games").size() == 1);
  CHECK(lobby(cookies[1]).at("invitations").size() == 1);
  CHECK(lobby(cookies[1]).at("games").empty());
  CHECK(lobby(cookies[0]).at("games").at(0).at("mine") == true);
  CHECK(lobby(cookies[2]).at("games").at(0).at("mine") == false);
  CHECK(calls.ask("p1", "POST", "api/invitations/1") == "200 {\"game_id\":1}");
  CHECK(lobby(cookies[1]).at("invitations").empty());
  for (const char* who : {"p0", "p1"}) {
    CHECK(calls.ask(who, "POST", "api/games/1/ready", "{}") == "200 {}");
  }
  CHECK(lobby("").at("games").at(0).at("begun") == true);
  CHECK(calls.ask("p1", "POST", "api/games/1/resign", "{}") == "200 {}");
  CHECK(lobby("").at("games").empty());
}

TEST_CASE("server page: a ranked bot keeps a place for people, and the lobby says why where there is none") {
  Calls calls({"anna", "bert", "carl", "dora"});
  for (const char* name : {"anna", "bert", "carl"}) {
    CHECK(calls.ask(name, "POST", "api/users/me/version", "{}") == "200 {\"version\":1}");
    CHECK(calls.ask(name, "POST", "api/users/me/ranked", R"({"ranked": true})") == "200 {}");
    CHECK(calls.ask(name, "POST", "api/users/me/max_games", R"({"max_games": 2})") == "200 {}");
  }
  const auto player = [&](const std::string& name) {
    const Json all = Json::parse(*calls.browse("", "GET", "api/lobby").body);
    for (const Json& one : all.at("players")) {
      if (one.at("name") == name) {
        return one;
      }
    }
    return Json();
  };
  for (int i = 0; i < 3; ++i) {
    calls.lobby().tick();
  }
  CHECK(Json::parse(*calls.browse("", "GET", "api/lobby").body).at("games").size() ==
        1);  // of three with one place each
  for (const char* name : {"anna", "bert", "carl"}) {
    CHECK(player(name).at("busy") == false);
  }
  const auto ask = [&](const char* who) {
    return calls.browse(calls.cookie_of("dora"), "POST", "api/play",
                        fmt::format(R"({{"color": "white", "opponent": "{}", "help": false}})", who));
  };
  CHECK(ask("anna").status == 200);
  CHECK(ask("bert").status == 200);
  CHECK(player("bert").at("busy") == true);
  CHECK(player("bert").at("why") == "plays 2 games, as many as it takes at once");
  CHECK(ask("bert").status == 200);  // made again, the call gets the same game
  // Who takes one game at a time takes a ranked one.
  CHECK(calls.ask("carl", "POST", "api/users/me/max_games", R"({"max_games": 0})") == "200 {}");
  CHECK(player("carl").at("why") == "takes no games");
}

TEST_CASE("server calls: whose change is lost before it is answered is told so, whoever lost it") {
  std::atomic<bool> full = false;
  Calls calls({"anna", "bert"}, with_clock(), ApiSettings(),
              [&](std::unique_ptr<Database> real) { return std::make_unique<FullDatabase>(std::move(real), full); });
  const auto max_games = [&](int games) {
    return calls.ask("anna", "POST", "api/users/me/max_games", fmt::format(R"({{"max_games": {}}})", games));
  };
  CHECK(max_games(5) == "200 {}");
  // Another thread makes all safe, or fails to, when the call was handled and its answer is not sent yet.
  calls.meanwhile = [&] {
    full = true;
    CHECK(!calls.lobby().settle(calls.lobby().losses()).ok());
    full = false;
  };
  CHECK(max_games(6).starts_with("503 "));
  calls.meanwhile = {};
  CHECK(std::get<Person>(calls.lobby().person_named("anna")).max_games == 5);
  CHECK(max_games(7) == "200 {}");
  // The page's own call is the one that fails.
  const std::string anna = calls.cookie_of("anna");
  REQUIRE(calls.browse(anna, "POST", "api/play", R"({"color": "white", "opponent": "bert", "help": false})").status ==
          200);
  full = true;
  CHECK(calls.browse(anna, "POST", "api/play/1/ready", "{}").status == 503);
  full = false;
  CHECK(!std::get<StoredGame>(calls.lobby().game(1)).ready[kWhite]);
  CHECK(calls.browse(anna, "POST", "api/play/1/ready", "{}").status == 200);
}

TEST_CASE("server page: finished games keep nobody from a seat, and a call that is refused leaves no game behind") {
  Pair pair;
  Calls& calls = pair.calls;
  const auto person = [&](const char* name) { return std::get<Person>(calls.lobby().person_named(name)); };
  const auto get = [&](PageGames& games, const char* who, const std::string& id) {
    return games.handle(Calls::request("GET", "api/play/" + id + "/state"), Json(), person(who), std::stoll(id));
  };
  const Json wish = {{"color", "white"}, {"opponent", "bert"}, {"help", false}};
  std::vector<std::string> over, running;
  for (int i = 0; i < 5; ++i) {
    (i < 3 ? over : running).push_back(pair.begun_game());
  }
  for (const std::string& id : over) {
    CHECK(pair.at(pair.anna, "POST", id, "resign", "{}").status == 200);
  }
  LookRoom look{LookSettings{}};
  PageGames games(calls.lobby(), look, [](const Person&, const std::string&) { return false; },
                  {.max_seats = 3, .max_seats_of_person = 2});
  for (const std::string& id : over) {
    const HttpResponse shown = get(games, "anna", id);
    REQUIRE(shown.status == 200);
    CHECK(Json::parse(*shown.body).at("game") == "");  // nobody may have it analysed
    CHECK(get(games, "bert", id).status == 200);
  }
  for (const std::string& id : running) {
    CHECK(get(games, "anna", id).status == 200);
  }
  const std::size_t open = calls.lobby().open_games().size();
  CHECK(games.begin(wish, person("anna"), "").status == 409);  // two of her own
  CHECK(get(games, "bert", running[0]).status == 200);
  CHECK(games.begin(wish, person("carl"), "").status == 503);  // three of all
  CHECK(calls.lobby().open_games().size() == open);
  CHECK(pair.at(pair.anna, "POST", running[0], "resign", "{}").status == 200);
  CHECK(get(games, "bert", running[0]).status == 200);
  CHECK(games.begin(wish, person("carl"), "").status == 200);
}

TEST_CASE("server page: a guest who does not come back after a restart gives the game up, and who is there plays on") {
  Calls calls({"anna"}, with_clock());
  const std::string anna = calls.cookie_of("anna");
  std::vector<std::string> guests, ids;
  for (int i = 0; i < 2; ++i) {
    const HttpResponse made =
        calls.browse("", "POST", "api/play", R"({"color": "white", "opponent": "link", "help": false})");
    guests.push_back(Calls::cookie(made));
    const std::string token = Json::parse(*made.body).at("id").get<std::string>().substr(std::string("link-").size());
    const HttpResponse joined = calls.browse(anna, "POST", "api/play/join", R"({"link": ")" + token + "\"}");
    ids.push_back(Json::parse(*joined.body).at("id").get<std::string>());
    for (const std::string& who : {guests.back(), anna}) {
      REQUIRE(calls.browse(who, "POST", "api/play/" + ids.back() + "/ready", "{}").status == 200);
    }
  }
  const auto state = [&](const std::string& id) {
    return std::get<StoredGame>(calls.lobby().game(std::stoll(id))).state;
  };
  LookRoom look{LookSettings{}};
  PageGames later(calls.lobby(), look, [](const Person&, const std::string&) { return false; },
                  {.guest_leaves = std::chrono::milliseconds(1500)});
  const Person here = std::get<Person>(
      calls.lobby().person(std::get<StoredGame>(calls.lobby().game(std::stoll(ids[1]))).players[kWhite]));
  const HttpResponse listens =
      later.handle(Calls::request("GET", "api/play/" + ids[1] + "/events"), Json(), here, std::stoll(ids[1]));
  REQUIRE(listens.feed != nullptr);
  const auto listener = listens.feed->subscribe([] {});
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  CHECK(state(ids[0]) == GameState::kPlaying);
  const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (state(ids[0]) == GameState::kPlaying && std::chrono::steady_clock::now() < latest) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  CHECK(std::get<StoredGame>(calls.lobby().game(std::stoll(ids[0]))).winner == kBlack);
  CHECK(state(ids[1]) == GameState::kPlaying);
}

TEST_CASE("server page: whoever watches games that are over keeps nobody from one that goes on") {
  ApiSettings api;
  api.people.watch = {.turns_late = 1, .max_games = 2};
  Pair pair(api);
  std::vector<std::string> ids;
  for (int i = 0; i < 3; ++i) {
    ids.push_back(pair.begun_game());
  }
  const auto watch = [&](const std::string& id) { return pair.calls.browse("", "GET", "api/watch/" + id + "/events"); };
  std::vector<std::shared_ptr<Feed>> listened;
  for (const std::string& id : {ids[0], ids[1]}) {
    CHECK(pair.at(pair.anna, "POST", id, "resign", "{}").status == 200);
    listened.push_back(watch(id).feed);
    CHECK(listened.back() != nullptr);
  }
  CHECK(watch(ids[2]).status == 200);
}
