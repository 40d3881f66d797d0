#include "engine/strategies/piece_grid.h"

#include <doctest/doctest.h>

#include <cmath>

#include "rules/rbc.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

double sum_of(const PieceProbabilities& pieces, PieceType type) {
  double sum = 0;
  for (const double p : pieces[type]) {
    sum += p;
  }
  return sum;
}

}  // namespace

TEST_CASE("piece grid: after an unseen move every move and the pass count alike") {
  const Board board = board_of("4k3/8/8/8/8/8/8/4K2R b K - 0 1");
  PieceGrid grid(board, kWhite);
  grid.opponent_moved(board.pieces(kWhite), kNoSquare);
  const auto pieces = grid.probabilities();
  for (const char* square : {"e8", "d8", "f8", "d7", "e7", "f7"}) {
    CHECK(pieces[kKing][square_of(square)] == doctest::Approx(1.0 / 6));
  }
  CHECK(sum_of(pieces, kKing) == doctest::Approx(1));
}

TEST_CASE("piece grid: who captured is told by where it stood, and stays there") {
  const Board board = board_of("4k3/8/8/1b6/8/8/8/4KR1n b - - 0 1");  // the bishop sees f1, the knight does not
  PieceGrid grid(board, kWhite);
  grid.opponent_moved(board.pieces(kWhite), square_of("f1"));
  const auto pieces = grid.probabilities();
  CHECK(pieces[kBishop][square_of("f1")] == doctest::Approx(1));
  CHECK(pieces[kBishop][square_of("b5")] == doctest::Approx(0));
  CHECK(pieces[kKnight][square_of("h1")] == doctest::Approx(1));
}

TEST_CASE("piece grid: a sense shifts what was possible elsewhere, and what was seen is certain") {
  Board board = board_of("4k3/8/8/8/8/8/8/4K2R b K - 0 1");
  PieceGrid grid(board, kWhite);
  grid.opponent_moved(board.pieces(kWhite), kNoSquare);
  PieceGrid missed = grid;
  apply(board, move_of("e8d8"));
  missed.sensed(sense(board, square_of("g7")));  // f8, f7 are empty
  const auto left = missed.probabilities();
  CHECK(left[kKing][square_of("f8")] == 0);
  CHECK(left[kKing][square_of("d8")] == doctest::Approx(1.0 / 4));
  grid.sensed(sense(board, square_of("d7")));
  CHECK(grid.probabilities()[kKing][square_of("d8")] == doctest::Approx(1));
  CHECK(sum_of(grid.probabilities(), kKing) == doctest::Approx(1));
}

TEST_CASE("piece grid: what I capture leaves the board, and a promotion that is seen was a pawn") {
  Board board = board_of("4k3/8/8/3q4/8/8/p7/4K2R b K - 0 1");
  PieceGrid grid(board, kWhite);
  grid.captured_on(square_of("d5"));
  CHECK(sum_of(grid.probabilities(), kQueen) == doctest::Approx(0));
  Board promoted = board;
  promoted.remove(square_of("d5"));
  apply(promoted, move_of("a2a1n"));
  grid.opponent_moved(board.pieces(kWhite), kNoSquare);
  grid.sensed(sense(promoted, square_of("b2")));
  CHECK(grid.probabilities()[kKnight][square_of("a1")] == doctest::Approx(1));
  CHECK(sum_of(grid.probabilities(), kPawn) == doctest::Approx(0));
}

TEST_CASE("piece grid: a board is as likely as its pieces' squares together") {
  const Board board = board_of("4k3/8/8/8/8/8/8/4K2R b K - 0 1");
  PieceGrid grid(board, kWhite);
  grid.opponent_moved(board.pieces(kWhite), kNoSquare);
  Board near = board, far = board;
  apply(near, move_of("e8d7"));
  far.remove(square_of("e8"));
  far.put(square_of("a1"), {kKing, kBlack});
  const auto pieces = grid.probabilities();
  CHECK(log_likelihood(pack(near, kWhite), pieces) == doctest::Approx(std::log(1.0 / 6)));
  CHECK(log_likelihood(pack(far, kWhite), pieces) < log_likelihood(pack(near, kWhite), pieces) - 5);
}
