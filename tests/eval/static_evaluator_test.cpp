#include "eval/static_evaluator.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "eval/position_value.h"
#include "rules/movegen.h"
#include "tests/eval/boards.h"
#include "tests/eval/score_of.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using testing::board_of;
using testing::score_of;

namespace {

BoardScores answer(const char* fen) { return built_in_answer(board_of(fen), RbcTerms{}); }

// The same position with colours exchanged.
Board mirrored(const Board& board) {
  Board mirror;
  for (Bitboard b = board.occupied(); b != 0;) {
    const Square s = pop_lowest(b);
    const Piece piece = board.piece_at(s);
    mirror.put(static_cast<Square>(s ^ 56), {piece.type, ~piece.color});
  }
  mirror.set_turn(~board.turn());
  return mirror;
}

}  // namespace

TEST_CASE("static evaluator: every taken move is scored once, the null move too") {
  for (const Board& board : testing::random_play_boards(2'000, 3)) {
    std::multiset<Move> expected = {kNullMove};
    for_each_taken_move(mover_view(board), board.turn(), [&](PieceType, Move m, Square) { expected.insert(m); });
    std::multiset<Move> scored;
    const BoardScores scores = built_in_answer(board, lanternfish_terms());
    for (const MoveScore& m : scores.moves) {
      scored.insert(m.taken);
    }
    REQUIRE(scored == expected);
    REQUIRE(std::is_sorted(scores.moves.begin(), scores.moves.end(),
                           [](const MoveScore& a, const MoveScore& b) { return a.score > b.score; }));
  }
}

TEST_CASE("static evaluator: the king is captured before anything else") {
  const BoardScores scores = answer("4k2q/8/8/8/8/8/4R2P/4K2R w K - 0 1");
  CHECK(scores.moves.front().taken == parse_move("e2e8").value());
  CHECK(scores.moves.front().score.is_king_capture());
}

TEST_CASE("static evaluator: king captures by en passant geometry or pawn are seen") {
  CHECK(score_of(answer("8/8/3k4/4P3/8/8/8/4K3 w - - 0 1"), "e5d6").is_king_capture());
}

TEST_CASE("static evaluator: leaving or moving the own king into capture loses it") {
  const BoardScores scores = answer("4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1");
  CHECK(score_of(scores, "0000").is_king_loss());
  CHECK(score_of(scores, "a1a8").is_king_loss());
  CHECK(score_of(scores, "e1e2").is_king_loss());
  CHECK(score_of(scores, "e1d1").is_centipawns());
  CHECK(score_of(scores, "e1c1").is_centipawns());  // castling out of check is a move in RBC
}

TEST_CASE("static evaluator: pieces left hanging, taken and traded") {
  CHECK(answer("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1").moves.front().taken == parse_move("e3d5").value());
  // The pawn is defended: the queen had better leave it.
  const BoardScores scores = answer("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1");
  CHECK(score_of(scores, "d2d6") < score_of(scores, "d2d4"));
}

TEST_CASE("static evaluator: the value of a position is the same for both colours") {
  for (const Board& board : testing::random_play_boards(2'000, 5)) {
    REQUIRE(position_value(board) == position_value(mirrored(board)));
  }
}

TEST_CASE("static evaluator: stops at the deadline and on request, answers in order") {
  const std::vector<Board> boards = testing::random_play_boards(200, 9);
  StaticEvaluator evaluator{RbcTerms{}};
  std::size_t answered = 0;
  const auto in_order = [&](std::size_t index, const BoardScores&) { CHECK(index == answered++); };
  evaluator.score(boards, {}, SteadyClock::now() - std::chrono::seconds(1), {}, in_order);
  CHECK(answered == 0);
  std::stop_source stop;
  evaluator.score(boards, {}, SteadyClock::now() + std::chrono::hours(1), stop.get_token(),
                  [&](std::size_t index, const BoardScores& scores) {
                    in_order(index, scores);
                    if (answered == 5) {
                      stop.request_stop();
                    }
                  });
  CHECK(answered == 5);
}

TEST_CASE("static evaluator: passed pawns") {
  const Board board = board_of("4k3/1p4p1/8/2P1P3/8/P6p/8/4K3 w - - 0 1");
  CHECK(passed_pawns(board, kWhite) == bit(parse_square("e5").value()));
  CHECK(passed_pawns(board, kBlack) == (bit(parse_square("h3").value()) | bit(parse_square("g7").value())));
}
