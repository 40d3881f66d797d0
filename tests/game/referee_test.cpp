#include <doctest/doctest.h>

#include "game/recorded_game.h"
#include "game/referee.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using testing::move_of;

namespace {

// A whole turn without a sense.
Moved turn(Referee& referee, const char* request) {
  referee.notify();
  referee.sense(kNoSquare);
  return referee.move(move_of(request)).value();
}

Referee from_fen(const char* fen, int move_limit = 100, int turn_limit = 0) {
  return Referee({.start = parse_fen(fen).value(), .move_limit = move_limit, .turn_limit = turn_limit});
}

}  // namespace

TEST_CASE("referee: a captured king ends the game, and the record passes our audit") {
  Referee referee{GameRules{}};
  for (const char* request : {"b1c3", "0000", "c3b5", "0000", "b5d6", "a7a5", "d6e8"}) {
    REQUIRE_FALSE(referee.over());
    turn(referee, request);
  }
  REQUIRE(referee.over());
  CHECK(referee.result().winner == kWhite);
  CHECK(referee.result().reason == WinReason::kKingCapture);
  const GameRecord record = referee.record({"a", "b"});
  CHECK(recorded_game(record).ok());
  CHECK(parse_game_record(format_game_record(record)).value() == record);
}

TEST_CASE("referee: each side is told its own story") {
  Referee referee = from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
  CHECK(referee.notify().captured == kNoSquare);
  CHECK(format_window(referee.sense(parse_square("d5").value()).window) == "3/1p1/2P");
  const Moved moved = referee.move(move_of("e4d5")).value();
  CHECK(format_square(moved.captured) == "d5");
  CHECK(format_square(referee.notify().captured) == "d5");
  CHECK(referee.history(kWhite).size() == 3);
  CHECK(referee.history(kBlack).size() == 1);
  CHECK(referee.turn_number(kWhite) == 1);
  CHECK(referee.turn_number(kBlack) == 1);
}

TEST_CASE("referee: a request that may not be made changes nothing") {
  Referee referee{GameRules{}};
  referee.notify();
  referee.sense(kNoSquare);
  const Board before = referee.board();
  for (const char* request : {"a1a8", "e7e5", "e2e5", "e1g1", "e2e4q"}) {
    CHECK_FALSE(referee.move(move_of(request)).ok());
  }
  CHECK(referee.board() == before);
  CHECK(referee.record({"", ""}).players[kWhite].moves.empty());
  referee.forfeit(kWhite, {Ending::kIllegal, "a1a8 may not be requested here"});
  CHECK(referee.result().winner == kBlack);
  CHECK(referee.result().reason == WinReason::kResign);
}

TEST_CASE("referee: a bare promotion is kept as requested and taken as a queen's") {
  Referee referee = from_fen("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
  const Moved moved = turn(referee, "a7a8");
  CHECK(format_move(moved.requested) == "a7a8");
  CHECK(format_move(moved.taken) == "a7a8q");
}

TEST_CASE("referee: the move limit counts passes, and a captured king goes before it") {
  Referee referee = from_fen("4k3/8/8/8/8/8/8/K3Q3 w - - 98 60");
  turn(referee, "0000");
  CHECK_FALSE(referee.over());
  turn(referee, "e8d8");
  REQUIRE(referee.over());
  CHECK(referee.result().reason == WinReason::kMoveLimit);
  CHECK_FALSE(referee.result().winner.has_value());

  Referee capture = from_fen("4k3/8/8/8/8/8/8/K3Q3 w - - 99 60");
  turn(capture, "e1e8");
  CHECK(capture.result().reason == WinReason::kKingCapture);

  Referee endless = from_fen("4k3/8/8/8/8/8/8/K3Q3 w - - 99 60", 0);
  turn(endless, "0000");
  CHECK_FALSE(endless.over());
}

TEST_CASE("referee: the turn limit counts turns of both sides") {
  Referee referee = from_fen("4k3/8/8/8/8/8/8/K3Q3 w - - 0 60", 100, 2);
  for (int ply = 0; ply < 4; ++ply) {
    REQUIRE_FALSE(referee.over());
    turn(referee, "0000");
  }
  REQUIRE(referee.over());
  CHECK(referee.result().reason == WinReason::kTurnLimit);
}
