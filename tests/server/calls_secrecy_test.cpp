#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <memory>
#include <random>
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

// All that White, a stranger and anybody can ask about game 1 and beside it. Clocks alone may differ.
std::string all_answers(Calls& calls) {
  std::string all;
  for (const char* call : kCalls) {
    for (const char* who : {"white", "other", ""}) {
      all += calls.ask(who, "GET", std::string("api/games/1/") + call) + "\n";
    }
  }
  for (const char* call : {"api/users", "api/leaderboard", "api/version", "api/invitations", "api/users/me/version",
                           "api/lobby", "api/past", "api/player/1", "api/player/2", "api/watch", "api/watch/1/events",
                           "api/watch/1/state", "api/tournaments"}) {
    all += calls.ask("white", "GET", call) + "\n";
  }
  for (const char* call : {"sense", "move", "end_turn", "resign", "error_resign", "ready"}) {
    all += calls.ask("other", "POST", std::string("api/games/1/") + call, R"({"square": 1, "requested_move": null})") +
           "\n";
  }
  return all;
}

std::string turn(Calls& calls, const std::string& who, Square square, Move move) {
  const std::string sensed =
      calls.ask(who, "POST", "api/games/1/sense", "{\"square\": " + std::to_string(static_cast<int>(square)) + "}");
  return sensed + calls.ask(who, "POST", "api/games/1/move",
                            R"({"requested_move": {"type": "Move", "value": ")" + format_move(move) + "\"}}");
}

std::vector<Move> moves_of(Calls& calls, PersonId person) {
  return std::get<std::vector<Move>>(calls.lobby().at_table<std::vector<Move>>(
      person, 1, [](Table& table, Color side) -> Reply<std::vector<Move>> { return table.requests(side); }));
}

std::vector<Observation> history_of(Calls& calls, PersonId person) {
  return std::get<std::vector<Observation>>(calls.lobby().at_table<std::vector<Observation>>(
      person, 1, [](Table& table, Color side) -> Reply<std::vector<Observation>> {
        const auto history = table.history(side);
        return std::vector<Observation>(history.begin(), history.end());
      }));
}

}  // namespace

TEST_CASE("server calls: games that differ in what a player cannot know are answered alike") {
  int compared = 0, hidden = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    std::array<std::unique_ptr<Calls>, 2> games;
    for (auto& calls : games) {
      calls = std::make_unique<Calls>(std::vector<std::string>{"white", "black", "other"});
      REQUIRE(calls->ask("white", "POST", "api/invitations", R"({"opponent": "black", "color": true})") ==
              "200 {\"game_id\":1}");
      for (const char* who : {"white", "black"}) {
        calls->ask(who, "POST", "api/games/1/ready", "{}");
      }
    }
    std::mt19937 lots(seed);
    const auto any = [&](const std::vector<Move>& moves) {
      return moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(lots)];
    };
    for (int round = 0; round < 12; ++round) {
      const auto square = static_cast<Square>(std::uniform_int_distribution<int>(0, 63)(lots));
      const Move move = any(moves_of(*games[0], 1));
      std::array<std::string, 2> told;
      for (std::size_t i : {0U, 1U}) {
        told[i] = turn(*games[i], "white", square, move) + all_answers(*games[i]);
      }
      if (history_of(*games[0], 1) != history_of(*games[1], 1)) {
        break;  // White may know the difference
      }
      CHECK(told[0] == told[1]);
      ++compared;
      for (auto& calls : games) {  // each its own way
        turn(*calls, "black", static_cast<Square>(std::uniform_int_distribution<int>(0, 63)(lots)),
             any(moves_of(*calls, 2)));
      }
      if (history_of(*games[0], 1) != history_of(*games[1], 1)) {
        break;
      }
      CHECK(all_answers(*games[0]) == all_answers(*games[1]));
      hidden += history_of(*games[0], 2) != history_of(*games[1], 2) ? 1 : 0;
      ++compared;
    }
  }
  CHECK(compared > 30);
  CHECK(hidden > 15);
}

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
