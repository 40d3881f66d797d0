#include "eval/rbc_score.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "eval/engine_gate.h"
#include "eval/static_evaluator.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "tests/eval/boards.h"

using namespace lanternfish;

namespace {

Move move_of(const char* text) { return parse_move(text).value(); }

std::vector<MoveScore> finished(const char* fen, const char* move, const RbcTerms& terms) {
  std::vector<MoveScore> scores = {{move_of(move), Score::centipawns(0)}};
  finish_scores(parse_fen(fen).value(), terms, scores);
  return scores;
}
int term(const char* fen, const char* move, const RbcTerms& terms) { return finished(fen, move, terms)[0].score.cp(); }

Score score_in(const std::vector<MoveScore>& scores, const char* move) {
  const auto found =
      std::find_if(scores.begin(), scores.end(), [&](const MoveScore& m) { return m.taken == move_of(move); });
  REQUIRE(found != scores.end());
  return found->score;
}

}  // namespace

TEST_CASE("rbc score: an engine's scores are completed to every taken move") {
  for (const Board& board : testing::random_play_boards(1'000, 11)) {
    const auto question = engine_question(board);
    if (!question) {
      continue;
    }
    std::vector<MoveScore> engine;
    for (const Move move : question->legal) {
      engine.push_back({move, Score::centipawns(500 - static_cast<int>(engine.size()))});
    }
    std::vector<Move> expected = {kNullMove};
    for_each_taken_move(mover_view(board), board.turn(), [&](PieceType, Move m, Square) { expected.push_back(m); });
    std::vector<Move> scored;
    for (const MoveScore& m : merged_scores(board, engine)) {
      scored.push_back(m.taken);
      const bool legal = std::find(question->legal.begin(), question->legal.end(), m.taken) != question->legal.end();
      REQUIRE((legal || m.score.is_king_loss() || m.score.cp() < 500));
    }
    std::sort(expected.begin(), expected.end());
    std::sort(scored.begin(), scored.end());
    REQUIRE(scored == expected);
  }
}

TEST_CASE("rbc score: moves that chess forbids lose the king, a pass in check too") {
  const Board board = parse_fen("4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1").value();
  const std::vector<MoveScore> engine = {{move_of("e1d1"), Score::centipawns(-20)},
                                         {move_of("e1d2"), Score::centipawns(-10)}};
  const std::vector<MoveScore> scores = merged_scores(board, engine);
  CHECK(score_in(scores, "e1d1").cp() == -20);
  CHECK(score_in(scores, "a1a2").is_king_loss());
  CHECK(score_in(scores, "0000").is_king_loss());
  CHECK(score_in(scores, "e1c1").is_centipawns());
}

TEST_CASE("rbc score: where the engine sees only mate against us, nothing else looks better") {
  const Board board = parse_fen("7k/8/8/8/8/5r2/4q3/7K w - - 0 1").value();
  const std::vector<MoveScore> engine = {{move_of("h1g1"), Score::mated_in(1)}};
  CHECK(score_in(merged_scores(board, engine), "0000") <= Score::mated_in(1));
}

TEST_CASE("rbc score: attacks on the king, captures, passes") {
  RbcTerms terms;
  terms.king_attack = 20;
  terms.capturable_attacker = -15;
  terms.capture = -5;
  terms.pass = 7;
  const char* fen = "4k3/3p3p/8/8/8/8/7R/R3K3 w - - 0 1";
  CHECK(term(fen, "a1a8", terms) == 20);
  CHECK(term("4k3/r2p3p/8/8/8/8/7R/R3K3 w - - 0 1", "h2e2", terms) == 20);
  CHECK(term("4k2r/3p3p/8/8/8/8/4P2R/R3K3 w - - 0 1", "a1a8", terms) == 20);
  CHECK(term("r3k3/3p3p/8/8/8/8/7R/R3K3 w - - 0 1", "a1a8", terms) == -5);
  CHECK(term("4k3/1b1p3p/8/8/8/8/7R/R3K3 w - - 0 1", "a1a8", terms) == 5);
  CHECK(term(fen, "h2h7", terms) == -5);
  CHECK(term(fen, "0000", terms) == 7);
  CHECK(term(fen, "e1d1", terms) == 0);
}

TEST_CASE("rbc score: checks on the move after") {
  RbcTerms terms;
  terms.quiet_check = 1;
  // The rook on a2 could check from a8 and e2; the king's own moves check nobody.
  CHECK(term("4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a2", terms) == 2);
}

TEST_CASE("rbc score: hanging pieces, passed pawns, rights, weak squares") {
  RbcTerms hanging;
  hanging.hanging = 0.1;
  CHECK(term("4k3/8/8/3r4/8/8/8/3NK3 w - - 0 1", "e1f1", hanging) == -32);  // left by its defender
  CHECK(term("4k3/8/8/3r4/8/4P3/8/3NK3 w - - 0 1", "d1b2", hanging) == 0);
  RbcTerms passed;
  passed.passed_pawn = 15;
  CHECK(term("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e1d1", passed) == 15);
  RbcTerms rights;
  rights.castling_right = 15;
  CHECK(term("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1b1", rights) == 15);
  RbcTerms weak;
  weak.weak_square = 1;
  CHECK(term("4k3/8/8/8/8/8/r7/6K1 w - - 0 1", "0000", weak) == -3);  // f2 g2 h2
}

TEST_CASE("rbc score: king captures, losses and mates are not touched, and flatten as stated") {
  const RbcTerms terms = strangefish2();
  std::vector<MoveScore> scores = {{move_of("a2a3"), Score::loses_king()},
                                   {move_of("a2a4"), Score::mates_in(2)},
                                   {move_of("b2b3"), Score::captures_king()}};
  finish_scores(Board::start(), terms, scores);
  CHECK(scores[0].score == Score::captures_king());
  CHECK(scores[1].score == Score::mates_in(2));
  CHECK(scores[2].score == Score::loses_king());
  CHECK(flattened(scores[0].score, terms) == 9000);
  CHECK(flattened(scores[1].score, terms) == 7220);  // 8000 * 0.95^2
  CHECK(flattened(scores[2].score, terms) == -7000);
  CHECK(flattened(Score::mates_in(60), terms) >= flattened(Score::centipawns(20'000), terms));
  CHECK(flattened(Score::centipawns(-35), terms) == -35);
}
