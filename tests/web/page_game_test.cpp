#include "tools/web/play/page_game.h"

#include <doctest/doctest.h>

#include <chrono>
#include <stop_token>
#include <string>
#include <thread>

#include "game/random_player.h"
#include "game/recorded_game.h"
#include "support/json_line.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using testing::move_of;
using testing::square_of;

namespace {

Json state_of(const PagePlayer& person) { return parse_json(*person.feed()->latest().text).value(); }

// The state when the person is asked so in that turn.
Json asked(const PagePlayer& person, const std::string& phase, int turn) {
  for (int i = 0; i < 2000; ++i) {
    Json state = state_of(person);
    if (state["phase"] == phase && state["turn"] == turn) {
      return state;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  FAIL("the person is not asked for a " << phase << " in turn " << turn);
  return {};
}

void play_turn(PagePlayer& person, int turn, const char* request) {
  asked(person, "sense", turn);
  REQUIRE(person.answer_sense(square_of("e5")).ok());
  asked(person, "move", turn);
  REQUIRE(person.answer_move(move_of(request)).ok());
}

}  // namespace

TEST_CASE("web: a turn that is taken back is played anew by both sides, on the clocks as they were") {
  for (const Color me : {kWhite, kBlack}) {
    CAPTURE(me);
    PagePlayer person({.me = me, .opponent = "Random"});
    RandomPlayer opponent(7);
    GameSettings settings;
    TimeControl time;
    time.base = std::chrono::minutes(5);
    settings.time = {time, time};
    std::stop_source leave;
    PageGame game(person, me, opponent, settings, leave.get_token());
    CHECK_FALSE(game.take_back().ok());
    FinishedGame finished;
    std::jthread playing([&] { finished = game.play(); });

    const char* const first = me == kWhite ? "a2a3" : "a7a6";
    play_turn(person, 1, first);
    const Json before = asked(person, "sense", 2);
    play_turn(person, 2, me == kWhite ? "b2b3" : "b7b6");
    asked(person, "sense", 3);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    REQUIRE(game.take_back().ok());
    const Json after = asked(person, "sense", 2);
    CHECK(after["takebacks"] == 1);
    CHECK(after["turns"] == before["turns"]);
    CHECK(after["own"] == before["own"]);
    for (const char* side : {"white", "black"}) {
      // A clock that runs is told as it is at that moment, which may be a little later in the turn.
      CHECK(after["clocks"][side].get<int>() <= before["clocks"][side].get<int>() + 200);
      CHECK(after["clocks"][side].get<int>() > before["clocks"][side].get<int>() - 1000);
    }
    // Another way now, twice; the game is one that a referee would have seen.
    play_turn(person, 2, me == kWhite ? "h2h3" : "h7h6");
    asked(person, "sense", 3);
    REQUIRE(game.take_back().ok());
    play_turn(person, 2, me == kWhite ? "g2g3" : "g7g6");
    asked(person, "sense", 3);
    person.resign();
    playing.join();
    CHECK(finished.result.ending == Ending::kResigned);
    CHECK(person.takebacks() == 2);
    CHECK_FALSE(game.take_back().ok());
    const auto replayed = recorded_game(finished.record);
    REQUIRE(replayed.ok());
    const auto& turns = replayed->turns[me];
    REQUIRE(turns.size() >= 2);
    CHECK(turns[0].moved->requested == move_of(first));
    CHECK(turns[1].moved->requested == move_of(me == kWhite ? "g2g3" : "g7g6"));
  }
}

TEST_CASE("web: a game that is left ends, also after a turn was taken back") {
  PagePlayer person({.me = kWhite, .opponent = "Random"});
  RandomPlayer opponent(7);
  std::stop_source leave;
  PageGame game(person, kWhite, opponent, {}, leave.get_token());
  FinishedGame finished;
  std::jthread playing([&] { finished = game.play(); });
  play_turn(person, 1, "a2a3");
  asked(person, "sense", 2);
  REQUIRE(game.take_back().ok());
  asked(person, "sense", 1);
  leave.request_stop();
  playing.join();
  CHECK(finished.result.ending == Ending::kStopped);
}
