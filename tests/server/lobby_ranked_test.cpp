// Games that the server offers by itself: ranked ones and those of tournaments.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/server/lobby_servers.h"
#include "tests/server/test_database.h"

namespace lanternfish {

using testing::Joined;
using testing::Server;
using testing::settings_of;

TEST_CASE("lobby: who lets offered games pass is left out for a while, and those who come play on") {
  const testing::TestDatabase database;
  LobbySettings settings = settings_of("900+5");
  settings.left_free = 0;
  Server server(database.place(), settings);
  std::vector<PersonId> bots;
  for (const char* name : {"anna", "bert", "gone"}) {
    bots.push_back(server.add(name, 2, true));
    (void)server.lobby.invitations(bots.back());
  }
  const PersonId anna = bots[0], bert = bots[1], gone = bots[2];
  const auto invited = [&](PersonId who) { return std::get<std::vector<GameId>>(server.lobby.invitations(who)); };
  const auto give_up = [&](PersonId who) {
    for (const GameId game : invited(who)) {
      (void)server.at<bool>(who, game, [](Table& t, Color side) -> Reply<bool> { return !t.resign(side); });
    }
  };
  const auto anna_and_bert_play = [&] {
    for (const GameId game : invited(anna)) {
      server.ready(anna, game);
      server.ready(bert, game);
      (void)server.at<bool>(anna, game, [](Table& t, Color side) -> Reply<bool> { return !t.resign(side); });
    }
    server.lobby.tick();
  };
  const auto missed = [&] { return server.lobby.note("missed", std::to_string(gone))->value_or("").substr(0, 2); };
  const auto time_passes = [&] {
    CHECK(server.lobby.keep_note("missed", std::to_string(gone), missed() + "1000").ok());
  };
  server.lobby.tick();
  CHECK(invited(gone).size() == 2);
  give_up(gone);  // two at once, and it was away once
  CHECK(missed() == "1 ");
  server.lobby.tick();
  CHECK(invited(gone).empty());
  CHECK(invited(anna).size() == 2);  // the place is bert's
  // Afterwards it is tried with one game, though it has played the fewest.
  time_passes();
  anna_and_bert_play();
  CHECK(invited(gone).size() == 1);
  give_up(gone);
  CHECK(missed() == "2 ");
  anna_and_bert_play();
  CHECK(invited(gone).empty());
  // Until a game of its begins.
  time_passes();
  anna_and_bert_play();
  REQUIRE(invited(gone).size() == 1);
  const GameId game = invited(gone)[0];
  const auto players = std::get<StoredGame>(server.lobby.game(game)).players;
  for (const PersonId player : players) {
    server.ready(player, game);
  }
  CHECK(missed().empty());
  server.lobby.tick();
  CHECK(invited(gone).size() == 1);
}

TEST_CASE("lobby: ranked games are for bots that ask for invitations, and not for their authors at the page") {
  const testing::TestDatabase database;
  const LobbySettings settings = settings_of("900+5");
  Server server(database.place(), settings);
  std::vector<PersonId> bots;
  for (const char* name : {"anna", "bert"}) {
    bots.push_back(server.add(name, 1, true));
    server.lobby.note_seen(bots.back());
  }
  REQUIRE(server.settle());
  const auto offered = [&] {
    server.lobby.tick();
    return server.lobby.open_games().size();
  };
  CHECK(offered() == 0);
  CHECK(server.lobby.is_here(bots[0]));
  (void)server.lobby.invitations(bots[0]);
  CHECK(offered() == 0);
  // Of two servers the bot may ask any.
  if (!database.is_file()) {
    Joined second(database.place(), settings, server.lobby);
    (void)second.lobby.invitations(bots[1]);
    REQUIRE(second.settle());
    CHECK(offered() == 1);
    return;
  }
  (void)server.lobby.invitations(bots[1]);
  CHECK(offered() == 1);
}

TEST_CASE("lobby: games of tournaments are also for persons at the page") {
  const testing::TestDatabase database;
  Server server(database.place(), settings_of("900+5"));
  REQUIRE(!server.lobby.add_tournament(
      {.name = "cup", .clock = "60+1", .games = 2, .begins_ms = 1, .ends_ms = now_ms() + 60'000, .players = {}}));
  for (const char* name : {"anna", "bert"}) {
    const PersonId player = *server.store->add_person(
        {.id = 0, .name = name, .email = {}, .affiliation = {}, .password_hash = {}, .ranked = true, .max_games = 1});
    REQUIRE(!server.lobby.enter_tournament("cup", player));
    server.lobby.note_seen(player);
  }
  server.lobby.tick();
  CHECK(server.lobby.open_games().size() == 1);
}

TEST_CASE("lobby: a clock that was ahead for a while keeps no pair waiting") {
  for (const std::int64_t ahead_ms : {0, 36'000'000}) {
    const testing::TestDatabase database;
    LobbySettings settings = settings_of("900+5");
    settings.games_at_once_against_one = 1;
    Server server(database.place(), settings);
    StoredGame game;
    for (const Color c : {kWhite, kBlack}) {
      game.players[c] = *server.store->add_person({.id = 0,
                                                   .name = c == kWhite ? "anna" : "bert",
                                                   .email = {},
                                                   .affiliation = {},
                                                   .password_hash = {},
                                                   .version = 1,
                                                   .ranked = true});
      game.versions[c] = 1;
      (void)server.lobby.invitations(game.players[c]);
    }
    game.ranked = true;
    game.clock = "900+5";
    game.created_ms = now_ms() + ahead_ms;
    game.id = *server.store->add_game(game);
    game.state = GameState::kOver;
    REQUIRE(*server.store->save_game(game));
    const std::string missed = "1 " + std::to_string(now_ms() + ahead_ms);
    REQUIRE(server.lobby.keep_note("missed", std::to_string(game.players[kWhite]), missed).ok());
    server.lobby.tick();
    const auto invited = std::get<std::vector<GameId>>(server.lobby.invitations(game.players[kWhite]));
    CHECK(invited.size() == (ahead_ms > 0 ? 1 : 0));
  }
}

}  // namespace lanternfish
