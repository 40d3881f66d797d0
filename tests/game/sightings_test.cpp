#include "game/sightings.h"

#include <doctest/doctest.h>

#include "rules/notation.h"
#include "rules/rbc.h"

using namespace lanternfish;

TEST_CASE("sightings: what a window showed is remembered until something newer is known") {
  const Board board = parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").value();
  Sightings seen;
  seen.observe(OpponentMoved{});
  seen.observe(Sensed{sense(board, parse_square("e7").value())});
  seen.observe(Moved{parse_move("e2e4").value(), parse_move("e2e4").value(), kNoSquare});
  seen.observe(OpponentMoved{});
  CHECK(seen.turn() == 2);
  const Square e7 = parse_square("e7").value(), a3 = parse_square("a3").value(), e6 = parse_square("e6").value();
  CHECK(seen.at(e7).piece == Piece{kPawn, kBlack});
  CHECK(seen.at(e7).turn == 1);
  CHECK_FALSE(seen.at(e6).piece.exists());
  CHECK(seen.at(e6).turn == 1);
  CHECK(seen.at(a3).turn == 0);
  // Where an own piece captured, nothing of the opponent's stands.
  seen.observe(Moved{parse_move("d6e7").value(), parse_move("d6e7").value(), e7});
  CHECK_FALSE(seen.at(e7).piece.exists());
  CHECK(seen.at(e7).turn == 2);
  // Where the opponent captured, something stands that nobody has seen.
  seen.observe(OpponentMoved{e7});
  CHECK(seen.at(e7).turn == 0);
}

TEST_CASE("sightings: the way of an own piece was empty") {
  Sightings seen;
  seen.observe(OpponentMoved{});
  seen.observe(Moved{parse_move("a1a8").value(), parse_move("a1a4").value(), kNoSquare});
  for (const char* square : {"a1", "a2", "a3", "a4"}) {
    CAPTURE(square);
    CHECK(seen.at(parse_square(square).value()).turn == 1);
  }
  CHECK(seen.at(parse_square("a5").value()).turn == 0);
}
