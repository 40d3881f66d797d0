#include "uci/engine_gate.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "rules/notation.h"
#include "tests/eval/boards.h"

using namespace lanternfish;

namespace {

std::optional<EngineQuestion> ask(const char* fen) { return engine_question(parse_fen(fen).value()); }

}  // namespace

TEST_CASE("engine gate: an ordinary position passes with all its legal moves") {
  const auto question = engine_question(Board::start());
  REQUIRE(question);
  CHECK(question->fen == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  CHECK(question->legal.size() == 20);
}

TEST_CASE("engine gate: what kills engines is held back") {
  CHECK_FALSE(ask("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"));              // the king can be captured
  CHECK_FALSE(ask("8/8/8/3kK3/8/8/8/8 w - - 0 1"));                // adjacent kings
  CHECK_FALSE(ask("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));              // stalemate: nothing to ask
  CHECK_FALSE(ask("QQQQQQQQ/QQQQQQQQ/Q7/8/8/7K/8/k7 w - - 0 1"));  // more than a chess set
  Board no_king = Board::start();
  no_king.remove(no_king.king(kBlack));
  CHECK_FALSE(engine_question(no_king));
}

TEST_CASE("engine gate: rights without king and rook at home are left out") {
  Board board = Board::start();
  board.remove(7);   // h1
  board.remove(56);  // a8
  board.set_castling(kAllCastling);
  CHECK(engine_question(board)->fen == "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qk - 0 1");
}

TEST_CASE("engine gate: en passant only where chess allows it") {
  // Allowed.
  CHECK(ask("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")->fen == "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
  // The capture opens the fifth rank to a rook.
  CHECK(ask("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1")->fen == "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1");
  // In check by a piece that has nothing to do with it.
  const auto in_check = ask("4k3/8/8/3pP3/8/8/4r3/4K3 w - d6 0 1");
  REQUIRE(in_check);
  CHECK(in_check->fen == "4k3/8/8/3pP3/8/8/4r3/4K3 w - - 0 1");
  CHECK(in_check->legal.size() == 3);  // Kd1, Kf1, Kxe2
  // The pawn that moved gives the check: capturing it is an answer.
  CHECK(ask("7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1")->fen == "7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1");
}

TEST_CASE("engine gate: castling is legal only as chess has it, and the clock is not told") {
  const auto question = ask("4k3/8/8/8/8/8/5r2/R3K2R w KQ - 99 120");
  REQUIRE(question);
  CHECK(question->fen == "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1");
  const auto names = [&](const char* move) {
    const Move m = parse_move(move).value();
    return std::find(question->legal.begin(), question->legal.end(), m) != question->legal.end();
  };
  CHECK_FALSE(names("e1g1"));  // through f1
  CHECK(names("e1c1"));
}

TEST_CASE("engine gate: no board of random play passes with a capturable king or an illegal move") {
  std::size_t passed = 0;
  for (const Board& board : testing::random_play_boards(20'000, 7)) {
    const auto question = engine_question(board);
    if (!question) {
      continue;
    }
    ++passed;
    REQUIRE_FALSE(in_check(board, ~board.turn()));
    const Board seen = parse_fen(question->fen).value();
    REQUIRE(seen.castling() == rights_with_pieces_at_home(seen, seen.castling()));
    for (const Move move : question->legal) {
      Board after = board;
      apply(after, move);
      REQUIRE_FALSE(in_check(after, board.turn()));
    }
  }
  CHECK(passed > 10'000);
}
