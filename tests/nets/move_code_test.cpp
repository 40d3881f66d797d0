#include "nets/move_code.h"

#include <doctest/doctest.h>

#include <set>

#include "rules/notation.h"
#include "rules/rbc.h"
#include "tests/eval/boards.h"
#include "tests/nets/mirror.h"

using namespace lanternfish;
using testing::mirrored;

namespace {

ActionCode code_of(const char* move, Color side = kWhite) { return move_code(parse_move(move).value(), side); }

void check_requests(const Board& board, Color side) {
  std::set<ActionCode> codes;
  for (const Move request : requests(board, side)) {
    const ActionCode code = move_code(request, side);
    CHECK(code <= kPassCode);
    const auto back = move_of_code(code, side, board.pieces(side, kPawn));
    REQUIRE(back.has_value());
    CHECK_MESSAGE(*back == request, format_fen(board), " ", format_move(request));
    CHECK(move_code(mirrored(request), ~side) == code);
    codes.insert(code);
  }
  CHECK(codes.size() == requests(board, side).size());
}

}  // namespace

TEST_CASE("move codes: the planes are those of the table") {
  CHECK(code_of("e2e3") == 12);             // N 1 from e2
  CHECK(code_of("e2e4") == 64 + 12);        // N 2
  CHECK(code_of("e2d3") == 64 * 49 + 12);   // NW 1
  CHECK(code_of("a1h8") == 64 * 13);        // NE 7
  CHECK(code_of("h1a1") == 64 * 48 + 7);    // W 7
  CHECK(code_of("g1h3") == 64 * 56 + 6);    // NNE
  CHECK(code_of("g1f3") == 64 * 63 + 6);    // NNW
  CHECK(code_of("e1g1") == 64 * 15 + 4);    // castling: E 2
  CHECK(code_of("b7b8q") == 49);            // N 1
  CHECK(code_of("b7a8n") == 64 * 64 + 49);  // knight, towards the a-file
  CHECK(code_of("b7b8b") == 64 * 68 + 49);  // bishop, straight
  CHECK(code_of("b7c8r") == 64 * 72 + 49);  // rook, towards the h-file
  CHECK(code_of("0000") == kPassCode);
  CHECK(code_of("e7e5", kBlack) == 64 + 12);  // as White's e2e4
  CHECK(code_of("b2c1r", kBlack) == 64 * 72 + 49);
}

TEST_CASE("move codes: every request has one of its own and comes back") {
  for (const Board& board : testing::random_play_boards(300, 5)) {
    check_requests(board, kWhite);
    check_requests(board, kBlack);
  }
  // All pieces from everywhere, promotions included: one own piece on an empty board.
  for (const PieceType type : {kPawn, kKnight, kQueen, kKing}) {
    for (Square s = type == kPawn ? 8 : 0; s < (type == kPawn ? 56 : 64); ++s) {
      for (const Color side : {kWhite, kBlack}) {
        Board board;
        board.put(s, {type, side});
        check_requests(board, side);
      }
    }
  }
}

TEST_CASE("move codes: a bare promotion is the queen's") {
  CHECK(code_of("b7b8") == code_of("b7b8q"));
  CHECK(move_of_code(code_of("b7b8"), kWhite, bit(49)) == parse_move("b7b8q").value());
  CHECK(move_of_code(code_of("b7b8"), kWhite, 0) == parse_move("b7b8").value());  // a rook's move
}

TEST_CASE("move codes: a code is a move on the board or none") {
  int moves = 0;
  for (ActionCode code = 0; code < kPassCode; ++code) {
    for (const Color side : {kWhite, kBlack}) {
      if (const auto move = move_of_code(code, side, 0)) {
        CHECK(move_code(*move, side) == code);
        ++moves;
      }
    }
  }
  // Both colours: 1,456 queen's moves, 336 knight's moves, and 22 promotions from the second-last rank for each of
  // three pieces.
  CHECK(moves == 2 * (1456 + 336 + 3 * 22));
  CHECK_FALSE(move_of_code(kFirstSenseCode, kWhite, 0).has_value());
}

TEST_CASE("sense codes: a square each, own side south") {
  CHECK(sense_code(0, kWhite) == kFirstSenseCode);
  CHECK(sense_code(0, kBlack) == kFirstSenseCode + 56);
  for (Square s = 0; s < 64; ++s) {
    CHECK(sense_of_code(sense_code(s, kWhite), kWhite) == s);
    CHECK(sense_of_code(sense_code(s, kBlack), kBlack) == s);
    CHECK(sense_code(s, kBlack) < kActionCodes);
  }
}
