#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "rules/notation.h"
#include "support/json_line.h"
#include "tests/server/calls.h"

using namespace lanternfish;
using lanternfish::testing::Calls;

namespace {

constexpr const char* kCalls[] = {"color",        "starting_board", "opponent_name",         "game_status",
                                  "is_my_turn",   "sense_actions",  "opponent_move_results", "move_actions",
                                  "winner_color", "win_reason",     "game_history",          "record",
                                  "nothing"};

void turn(Calls& calls, const std::string& who, Square square, Move move) {
  calls.ask(who, "POST", "api/games/1/sense", "{\"square\": " + std::to_string(static_cast<int>(square)) + "}");
  calls.ask(who, "POST", "api/games/1/move",
            R"({"requested_move": {"type": "Move", "value": ")" + format_move(move) + "\"}}");
}

}  // namespace

TEST_CASE(
    "server calls: spectators see a game so many turns late as the setting says, and one that counts not at all") {
  Calls refuses({"white", "black"});
  ApiSettings api;
  api.people.watch.turns_late = 2;
  std::array<std::unique_ptr<Calls>, 2> games;
  for (auto& calls : games) {
    calls = std::make_unique<Calls>(std::vector<std::string>{"white", "black"}, LobbySettings(), api);
  }
  for (Calls* calls : {games[0].get(), games[1].get(), &refuses}) {
    calls->ask("white", "POST", "api/invitations", R"({"opponent": "black", "color": true})");
    for (const char* who : {"white", "black"}) {
      calls->ask(who, "POST", "api/games/1/ready", "{}");
    }
  }
  CHECK(refuses.answer("", "GET", "api/watch/1/events").status == 403);
  CHECK(refuses.answer("", "GET", "api/watch/1/state").status == 403);
  CHECK(refuses.ask("", "GET", "api/watch").find("[1]") == std::string::npos);

  // Alike for four turns, and different in the last two of each player.
  const std::vector<std::array<std::string, 2>> first{
      {"e2e4", "e7e5"}, {"d2d4", "d7d5"}, {"g1f3", "g8f6"}, {"c2c3", "c7c6"}};
  const std::vector<std::array<std::string, 2>> second{
      {"e2e4", "e7e5"}, {"d2d4", "d7d5"}, {"b1c3", "b8c6"}, {"h2h3", "a7a6"}};
  const auto after = [](Calls& calls, std::size_t turns) {  // the thread that follows needs a moment
    for (int i = 0; i < 400; ++i) {
      const std::string state = calls.ask("", "GET", "api/watch/1/state");
      const Json json = Json::parse(state.substr(4));
      if (json.contains("live") && !json["live"].empty() && json["live"][0]["turns"].size() >= turns) {
        return state;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
    return std::string("waited in vain");
  };
  CHECK(after(*games[0], 0) == after(*games[1], 0));
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (const std::size_t side : {0U, 1U}) {
      turn(*games[0], side == 0 ? "white" : "black", 20, *parse_move(first[i][side]));
      turn(*games[1], side == 0 ? "white" : "black", 20, *parse_move(second[i][side]));
    }
  }
  CHECK(games[0]->ask("", "GET", "api/watch").find("[1]") != std::string::npos);
  const std::string seen = after(*games[0], 4);
  CHECK(seen == after(*games[1], 4));
  std::this_thread::sleep_for(std::chrono::milliseconds(1000));  // and no more by and by
  CHECK(after(*games[0], 4) == seen);
  CHECK(Json::parse(seen.substr(4))["live"][0]["turns"].size() == 4);

  Calls counts({"white", "black"}, LobbySettings(), api);
  const Reply<GameId> game =
      counts.lobby().arrange({.white = 1, .black = 2, .ranked = true, .accepted = {true, true}, .clock = {}});
  REQUIRE(std::get_if<GameId>(&game) != nullptr);
  for (const char* who : {"white", "black"}) {
    counts.ask(who, "POST", "api/games/1/ready", "{}");
  }
  CHECK(counts.answer("", "GET", "api/watch/1/state").status == 403);
  CHECK(counts.ask("", "GET", "api/watch").find("[1]") == std::string::npos);
}

TEST_CASE("server calls: GET changes nothing, and strangers learn nothing") {
  Calls calls({"white", "black", "other"});
  calls.ask("white", "POST", "api/invitations", R"({"opponent": "black", "color": true})");
  const auto changes = [&] {
    return std::get<std::uint64_t>(calls.lobby().at_table<std::uint64_t>(
        1, 1, [](Table& table, Color) -> Reply<std::uint64_t> { return table.changes(); }));
  };
  const std::uint64_t before = changes();
  for (const char* call : kCalls) {
    for (const char* who : {"white", "black", "other", ""}) {
      const HttpResponse answer = calls.answer(who, "GET", std::string("api/games/1/") + call);
      CHECK(answer.status < 500);
      if (std::string(who) == "other") {
        CHECK(answer.status == 403);
      }
      if (*who == '\0') {
        CHECK((answer.status == 401 || answer.status == 403));
      }
      CHECK(!calls.lobby().unsettled());
    }
  }
  for (const char* call : {"ready", "sense", "move", "resign"}) {  // no change by GET
    CHECK(calls.answer("white", "GET", std::string("api/games/1/") + call).status == 404);
  }
  CHECK(changes() == before);
}

TEST_CASE("server calls: registrations of one address have a limit") {
  Calls calls({});
  int status = 0, made = 0;
  for (; made < 300; ++made) {
    const std::string body = R"({"username": "p)" + std::to_string(made) + R"(", "password": "a password"})";
    status = calls.answer("", "POST", "api/users/", body).status;
    if (status != 200) {
      break;
    }
  }
  CHECK(status == 429);
  CHECK(made == DoorLimits{}.registrations);
}
