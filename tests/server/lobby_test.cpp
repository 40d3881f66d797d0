#include "tools/server/lobby.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "rules/notation.h"
#include "tests/server/lobby_servers.h"
#include "tests/server/test_database.h"
#include "tools/server/store.h"

namespace lanternfish {

using testing::Joined;
using testing::Server;
using testing::settings_of;

namespace {

bool is_store(const Refused* why) { return why != nullptr && why->why == Refused::Why::kStore; }

// Two persons at two servers, and a game between them that has begun. Files of SQLite have one server each.
struct Two {
  explicit Two(const char* clock = "900+5")
      : settings(settings_of(clock)),
        first(database.place(), settings),
        second(database.place(), settings, first.lobby) {
    for (PersonId* who : {&white, &black}) {
      *who = *first.store->add_person(
          {.id = 0, .name = who == &white ? "anna" : "bert", .email = {}, .affiliation = {}, .password_hash = {}});
    }
    game =
        std::get<GameId>(first.lobby.arrange({.white = white, .black = black, .accepted = {true, true}, .clock = {}}));
    REQUIRE(first.settle());
    first.ready(white, game);
    REQUIRE(first.settle());
    second.ready(black, game);
    REQUIRE(second.settle());
  }

  testing::TestDatabase database;
  LobbySettings settings;
  Server first;
  Joined second;
  PersonId white = 0, black = 0;
  GameId game = 0;
};

bool without_postgres() {
  const bool without = std::getenv("LANTERNFISH_TEST_POSTGRES") == nullptr;
  if (without) {
    MESSAGE("SKIPPED: needs PostgreSQL; server_store_postgres runs it");
  }
  return without;
}

}  // namespace

TEST_CASE("two lobbies: what one has settled the other answers by, at the next call") {
  if (without_postgres()) {
    return;
  }
  Two two;
  CHECK(two.first.has_turn(two.white, two.game));
  CHECK(two.second.has_turn(two.white, two.game));
  const Window seen = std::get<Window>(two.first.sense(two.white, two.game, "e7"));
  REQUIRE(two.first.settle());
  CHECK(std::get<Window>(two.second.sense(two.white, two.game, "a1")) == seen);  // the same call, come twice
  const Moved moved = std::get<Moved>(two.second.move(two.white, two.game, "e2e4"));
  CHECK(two.first.has_turn(two.white, two.game));  // nobody has been told yet
  REQUIRE(two.second.settle());
  CHECK(two.first.has_turn(two.black, two.game));
  CHECK(std::get<Moved>(two.first.move(two.white, two.game, "e2e4")) == moved);
  CHECK(two.first.store->actions(two.game)->size() == 2);
}

TEST_CASE("two lobbies: of two changes of one game at once one is told to ask again") {
  if (without_postgres()) {
    return;
  }
  Two two;
  REQUIRE(std::holds_alternative<Window>(two.first.sense(two.white, two.game, "e7")));  // not settled
  const auto given_up = two.second.at<bool>(two.black, two.game, [](Table& t, Color side) -> Reply<bool> {
    const Done refused = t.resign(side);
    return refused ? Reply<bool>(*refused) : true;
  });
  CHECK(is_store(std::get_if<Refused>(&given_up)));
  REQUIRE(two.first.settle());
  REQUIRE(two.second.settle());
  CHECK(two.first.has_turn(two.white, two.game));
  CHECK(two.second.store->actions(two.game)->size() == 1);
  // Asked again, it goes through, and the other one knows.
  (void)two.second.at<bool>(two.black, two.game, [](Table& t, Color side) -> Reply<bool> { return !t.resign(side); });
  REQUIRE(two.second.settle());
  CHECK(std::get<StoredGame>(two.first.lobby.game(two.game)).winner == kWhite);
}

TEST_CASE("two lobbies: a clock runs on at the other server") {
  if (without_postgres()) {
    return;
  }
  {
    Two two("60");
    REQUIRE(std::holds_alternative<Window>(two.first.sense(two.white, two.game, "e7")));
    REQUIRE(two.first.settle());
    ::usleep(300'000);
    CHECK(two.second.left(two.white, two.game) < 59'800);
    CHECK(two.second.left(two.white, two.game) > 55'000);
  }
  // Its flag falls for both.
  Two quick("0.2");
  ::usleep(250'000);
  (void)quick.second.at<bool>(quick.black, quick.game, [](Table& t, Color) -> Reply<bool> {
    t.look_at_clocks();
    return true;
  });
  REQUIRE(quick.second.settle());
  CHECK(std::get<StoredGame>(quick.first.lobby.game(quick.game)).winner == kBlack);
}

TEST_CASE("two lobbies: no clock ran while there was no server, and it ran while one of two was there") {
  if (without_postgres()) {
    return;
  }
  const testing::TestDatabase database;
  const LobbySettings settings = settings_of("60");
  const auto somebody = [](const char* name) {
    return Person{.id = 0, .name = name, .email = {}, .affiliation = {}, .password_hash = {}};
  };
  PersonId white = 0, black = 0;
  GameId game = 0;
  auto first = std::make_unique<Server>(database.place(), settings);
  white = *first->store->add_person(somebody("anna"));
  black = *first->store->add_person(somebody("bert"));
  game =
      std::get<GameId>(first->lobby.arrange({.white = white, .black = black, .accepted = {true, true}, .clock = {}}));
  first->ready(white, game);
  first->ready(black, game);
  REQUIRE(first->settle());
  // As if the turn had begun so long ago.
  const auto store = std::move(open_store(database.place())).value();
  StoredGame playing = **store->game(game);
  playing.running_ms = now_ms() - 20'000;
  REQUIRE((*store->save_game(playing) && store->commit().ok()));
  auto second = std::make_unique<Joined>(database.place(), settings, first->lobby);
  first.reset();
  second->lobby.tick();  // leads now
  CHECK(second->left(white, game) < 45'000);
  second.reset();
  Server third(database.place(), settings);  // at once, and nobody is there
  CHECK(third.left(white, game) > 55'000);
}

TEST_CASE("two lobbies: who is there, what is offered and how many games somebody has is known to both") {
  if (without_postgres()) {
    return;
  }
  Two two;
  (void)two.first.lobby.set_max_games(two.black, 2);
  REQUIRE(two.first.settle());
  const auto invited = [&](Server& at) { return at.lobby.invite(two.white, "bert", kWhite); };
  const auto away = invited(two.second);
  CHECK(is_store(std::get_if<Refused>(&away)));  // just begun: nobody knows
  (void)two.first.lobby.invitations(two.black);
  REQUIRE(two.first.settle());
  const std::vector<Lobby::Here> here = two.second.lobby.here();
  REQUIRE(here.size() == 1);
  CHECK(here[0].person.name == "bert");
  const auto offered = invited(two.second);
  REQUIRE(two.second.settle());
  CHECK(std::get<std::vector<GameId>>(two.first.lobby.invitations(two.black)) ==
        std::vector<GameId>{std::get<GameId>(offered)});
  CHECK(std::get<GameId>(invited(two.first)) == std::get<GameId>(offered));  // the call came twice, to two servers
  const auto full = two.first.lobby.invite(two.white, "bert", kBlack);
  REQUIRE(std::holds_alternative<Refused>(full));
  CHECK(std::get<Refused>(full).why == Refused::Why::kTaken);
}

TEST_CASE("lobby: guests of long ago are not read each second, and go with their sessions where they have no game") {
  class CountingDatabase : public testing::PassingDatabase {
   public:
    CountingDatabase(std::unique_ptr<Database> real, int& rows) : PassingDatabase(std::move(real)), rows_(rows) {}
    Result<int> run(const std::string& sql, const std::vector<Parameter>& parameters, const EachRow& each) override {
      return PassingDatabase::run(sql, parameters, [&](const Row& row) {
        ++rows_;
        if (each) {
          each(row);
        }
      });
    }

   private:
    int& rows_;
  };
  const testing::TestDatabase database;
  REQUIRE(open_store(database.place()).ok());
  int rows = 0;
  Store store(std::make_unique<CountingDatabase>(database.connect(StoreUse::kServe), rows));
  Lobby lobby(store, settings_of("900+5"));
  REQUIRE(lobby.open().ok());
  std::vector<PersonId> guests;
  for (int i = 0; i < 1010; ++i) {
    guests.push_back(std::get<Person>(lobby.add_guest()).id);
  }
  const PersonId anna = *store.add_person(
      {.id = 0, .name = "anna", .email = {}, .affiliation = {}, .password_hash = "$argon2id$", .ranked = true});
  // The first one may come back, and the second one has played.
  REQUIRE(std::holds_alternative<std::string>(lobby.begin_session(guests[0])));
  (void)lobby.arrange({.white = guests[1], .black = anna, .accepted = {true, true}, .clock = {}});
  lobby.tick();  // the first of an hour
  std::vector<PersonId> left;
  const auto persons = store.persons();
  for (const Person& person : *persons) {
    if (person.id <= guests[12]) {
      left.push_back(person.id);
    }
  }
  CHECK(left == std::vector<PersonId>{guests[0], guests[1], guests[10], guests[11], guests[12]});
  CHECK(std::holds_alternative<Person>(lobby.person(anna)));
  (void)lobby.invitations(anna);
  rows = 0;
  lobby.tick();
  CHECK(rows < 20);
}

TEST_CASE("lobby: who never comes to games that it asked for may ask for none, each time longer") {
  const testing::TestDatabase database;
  LobbySettings settings = settings_of("900+5");
  settings.patience = std::chrono::milliseconds(0);
  Server server(database.place(), settings);
  const PersonId anna = server.add("anna", 1), bert = server.add("bert", 9);
  (void)server.lobby.add_house_bot("stroller", 2);
  server.lobby.note_seen(bert);
  const auto invite = [&](PersonId who, const char* whom, Color color) {
    return server.lobby.invite(who, whom, color);
  };
  const auto game_of = [&](PersonId who, const char* whom) {
    const Reply<GameId> made = invite(who, whom, kWhite);
    REQUIRE_MESSAGE(std::holds_alternative<GameId>(made), std::get<Refused>(made).text);
    return std::get<GameId>(made);
  };
  const auto all_are_void = [&] {
    ::usleep(2000);
    server.lobby.tick();
    CHECK(server.lobby.open_games().empty());
  };
  const auto absent = [&](PersonId who) {
    return server.lobby.note("absent", std::to_string(who))->value_or("").substr(0, 2);
  };
  // Both places of a bot, which comes.
  for (const char* times : {"1 ", "2 ", "3 "}) {
    for (const Color color : {kWhite, kBlack}) {
      CHECK(std::holds_alternative<GameId>(invite(anna, "stroller", color)));
    }
    all_are_void();
    CHECK(absent(anna) == times);
    const Reply<GameId> again = invite(anna, "stroller", kWhite);
    REQUIRE(std::holds_alternative<Refused>(again));
    CHECK(std::get<Refused>(again).text.find("it may ask again in ") != std::string::npos);
    CHECK(std::holds_alternative<Refused>(invite(anna, "bert", kWhite)));
    CHECK(server.lobby.keep_note("absent", std::to_string(anna), times + std::string("1000")).ok());  // time passes
  }
  // Nobody is to blame for a game that the other one lets pass, or that was never accepted.
  const GameId game = game_of(bert, "stroller");
  server.ready(bert, game);
  all_are_void();
  server.ready(anna, game_of(anna, "bert"));
  all_are_void();
  CHECK(absent(bert).empty());
  CHECK(absent(anna) == "3 ");
  // A clock that was ahead keeps nobody waiting.
  const std::string ahead = "3 " + std::to_string(now_ms() + 36'000'000);
  CHECK(server.lobby.keep_note("absent", std::to_string(anna), ahead).ok());
  (void)game_of(anna, "stroller");
}

TEST_CASE("lobby: nobody has more games going on by invitations than one may at once") {
  const testing::TestDatabase database;
  Server server(database.place(), settings_of("900+5"));
  const PersonId anna = server.add("anna", 1), bert = server.add("bert", 9);
  server.lobby.note_seen(bert);
  int made = 0;
  for (int i = 0; i < 9; ++i) {
    const Reply<GameId> game =
        server.lobby.invite(anna, "bert", kWhite, parse_time_control(std::to_string(60 + i)).value());
    made += std::holds_alternative<GameId>(game) ? 1 : 0;
  }
  CHECK(made == 5);
}

TEST_CASE("lobby: what no call could name, and what no database takes, is refused") {
  const testing::TestDatabase database;
  Server server(database.place(), settings_of("900+5"));
  const auto is_wrong = [](const Refused* why) { return why != nullptr && why->why == Refused::Why::kWrong; };
  Tournament cup{.name = "cup.1", .clock = "60+1", .games = 2, .begins_ms = 1, .ends_ms = 2, .players = {}};
  CHECK(!server.lobby.add_tournament(cup));
  for (const char* name : {".cup", ".", "..", "", "a b"}) {
    cup.name = name;
    const Done refused = server.lobby.add_tournament(cup);
    CHECK_MESSAGE((refused && is_wrong(&*refused)), name);
  }
  for (const char* school : {"\xc2\x80", "two\nlines", "\xff"}) {
    const Reply<Person> made = server.lobby.register_person("anna", "", school, "a password", "");
    CHECK_MESSAGE(is_wrong(std::get_if<Refused>(&made)), school);
  }
  for (const char* name : {"li  wei", " li wei", "li wei ", "li\twei"}) {
    const Reply<Person> made = server.lobby.register_person(name, "", "", "a password", "");
    CHECK_MESSAGE(is_wrong(std::get_if<Refused>(&made)), name);
  }
  CHECK(std::holds_alternative<Person>(server.lobby.register_person("li wei", "", "", "a password", "")));
  CHECK(std::holds_alternative<Person>(server.lobby.register_person("anna", "", "Schule für Köche", "a password", "")));
}

TEST_CASE("lobby: sessions and links end after their time, and go") {
  const testing::TestDatabase database;
  Server server(database.place(), {});
  const PersonId anna = *server.store->add_person(
      {.id = 0, .name = "anna", .email = {}, .affiliation = {}, .password_hash = "$argon2id$"});
  const std::string token = std::get<std::string>(server.lobby.begin_session(anna));
  REQUIRE((server.lobby.keep_note("link", "a", "text").ok() && server.settle()));
  server.lobby.tick();
  const auto known = [&] { return std::get<std::optional<Person>>(server.lobby.session(token)).has_value(); };
  CHECK(known());
  CHECK(*server.lobby.note("link", "a") == "text");
  database.run("UPDATE notes SET until_ms = 1000 WHERE kind IN ('session', 'link') AND until_ms > 0");
  CHECK(!known());
  CHECK(!*server.lobby.note("link", "a"));
  // The next hour; a server that is started looks at once.
  CHECK(server.store->notes("session")->size() == 1);
  Lobby later(*server.store, {});
  later.tick();
  CHECK(server.store->notes("session")->empty());
  CHECK(server.store->notes("link")->empty());
}

}  // namespace lanternfish
