#include "game/recorded_game.h"

#include <doctest/doctest.h>

#include "game/recorded_player.h"
#include "game/referee.h"
#include "rules/notation.h"

using namespace lanternfish;

namespace {

// A game of so many moves, in which everybody moves the king to and fro; then perhaps a sense without a move.
GameRecord king_moves(const Board& start, int moves, bool sense_after) {
  Referee referee({.start = start});
  for (int ply = 0; ply < moves; ++ply) {
    const bool out = ply % 4 < 2;
    const bool white = referee.turn() == kWhite;
    referee.notify();
    referee.sense(parse_square("e5").value());
    REQUIRE(referee.move(parse_move(white ? (out ? "e1e2" : "e2e1") : (out ? "e8e7" : "e7e8")).value()).ok());
  }
  if (sense_after) {
    referee.notify();
    referee.sense(parse_square("d4").value());
  }
  return referee.record({"one", "two"});
}

const char* const kBlackBegins = "4k3/8/8/8/8/8/P7/4K3 b - - 0 7";

}  // namespace

TEST_CASE("recorded_game: whoever moves first and last, the game is found as it was") {
  for (const char* fen : {kBlackBegins, "4k3/8/8/8/8/8/P7/4K3 w - - 0 7"}) {
    const Board start = parse_fen(fen).value();
    for (int moves = 1; moves <= 6; ++moves) {
      for (const bool sense_after : {false, true}) {
        CAPTURE(fen);
        CAPTURE(moves);
        CAPTURE(sense_after);
        const Result<RecordedGame> game = recorded_game(king_moves(start, moves, sense_after));
        REQUIRE(game.ok());
        CHECK(game->start == start);
        const auto turns = static_cast<std::size_t>(moves + (sense_after ? 1 : 0));
        CHECK(game->turns[start.turn()].size() == (turns + 1) / 2);
        CHECK(game->turns[~start.turn()].size() == turns / 2);
      }
    }
  }
}

TEST_CASE("recorded_game: an en-passant capture that a server refused is told in one sentence") {
  Referee referee({.start = parse_fen("2b1k3/1p1p4/8/2P5/8/8/8/5r1K b - - 0 1").value()});
  for (const char* move : {"b7b5", "c5b6"}) {
    referee.notify();
    referee.sense(kNoSquare);
    REQUIRE(referee.move(parse_move(move).value()).ok());
  }
  GameRecord record = referee.record({"one", "two"});
  CHECK(recorded_game(record).ok());
  record.players[kWhite].moves[0].taken = kNullMove;
  record.players[kWhite].moves[0].captured = kNoSquare;
  const std::string error = recorded_game(record).error();
  CHECK(error.find("white's turn 1: the record says that c5b6 came to nothing") == 0);
  CHECK(error.find("captures en passant on b5") != std::string::npos);
}

TEST_CASE("recorded_game: turns that cannot have alternated are refused") {
  const GameRecord good = king_moves(parse_fen(kBlackBegins).value(), 4, false);
  GameRecord wrong = good;
  wrong.players[kBlack].fens_before_move[0] = "4k3/8/8/8/8/8/P7/4K3 w - - 0 7";
  CHECK_FALSE(recorded_game(wrong).ok());
  wrong = good;
  wrong.players[kWhite] = {};
  CHECK(recorded_game(wrong).error().find("alternate") != std::string::npos);
  // A first position that says the other side moves, and nothing of that side.
  wrong.players[kBlack].fens_before_move[0] = "4k3/8/8/8/8/8/P7/4K3 w - - 0 7";
  CHECK(recorded_game(wrong).error().find("the other side to move") != std::string::npos);
}
