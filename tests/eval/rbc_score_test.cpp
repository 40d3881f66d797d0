#include "eval/rbc_score.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "eval/static_evaluator.h"
#include "rules/movegen.h"
#include "tests/eval/boards.h"
#include "tests/notation_helpers.h"
#include "uci/engine_gate.h"

using namespace lanternfish;
using testing::move_of;

namespace {

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

// For a move that is `loss` centipawns worse than the pass.
int term_of_losing(const char* fen, const char* move, int loss, const RbcTerms& terms) {
  std::vector<MoveScore> scores = {{kNullMove, Score::centipawns(0)}, {move_of(move), Score::centipawns(-loss)}};
  finish_scores(parse_fen(fen).value(), terms, scores);
  return score_in(scores, move).cp() + loss;
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

TEST_CASE("rbc score: shallow scores are averaged with those of depth 1, as chances to win") {
  const auto cp = [](int value) { return Score::centipawns(value); };
  const std::vector<MoveScore> deep = {{move_of("a2a3"), Score::mates_in(2)},
                                       {move_of("b2b3"), cp(100)},
                                       {move_of("c2c3"), cp(60)},
                                       {move_of("d2d3"), cp(50)}};
  const std::vector<MoveScore> first = {
      {move_of("a2a3"), cp(0)}, {move_of("b2b3"), cp(-100)}, {move_of("c2c3"), cp(90)}};
  RbcTerms terms;
  CHECK(score_in(steadied(deep, first, 4, terms), "b2b3") == cp(100));  // unless somebody wants it
  terms.first_share = 0.5;
  const std::vector<MoveScore> mean = steadied(deep, first, 4, terms);
  CHECK(score_in(mean, "a2a3") == Score::mates_in(2));  // what is certain stays
  CHECK(score_in(mean, "b2b3") == cp(0));
  CHECK(score_in(mean, "c2c3") == cp(75));
  CHECK(score_in(mean, "d2d3") == cp(50));
  CHECK(mean[1].taken == move_of("c2c3"));  // best first
  CHECK(score_in(steadied(deep, first, 6, terms), "b2b3") == cp(100));
  // A game that is lost by much is no more than lost: the mean of centipawns would be -1750.
  const std::vector<MoveScore> lost = {{move_of("b2b3"), cp(-3500)}};
  CHECK(score_in(steadied(lost, std::vector<MoveScore>{{move_of("b2b3"), cp(0)}}, 4, bent(terms, 1200)), "b2b3") ==
        cp(-655));
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
  // A capture that opens another piece's line to the king: that one is unseen.
  CHECK(term("4k3/8/8/3p4/4P3/8/8/4R1K1 w - - 0 1", "e4d5", terms) == 15);
}

TEST_CASE("rbc_score: on a square that 35 pieces can capture on, all of them are counted") {
  // A knight goes to f5 and reaches d4. What an exchange can be has no bound but the board's.
  const Board board = parse_fen("3q3Q/Q2q2Qk/1QnqnQ1N/1nQqQ3/qqqqQQQQ/1NqQqN2/KqNQNq2/q2Q2q1 w - - 0 30").value();
  const BoardScores answer = built_in_answer(board, lanternfish_terms());
  CHECK(answer.moves.size() == built_in_scores(board).size());
}

TEST_CASE("rbc score: what a piece that moved quietly threatens, risks and attacks round the king") {
  RbcTerms threat;
  threat.threat = 0.1;
  CHECK(term("4k3/8/8/3n4/8/8/8/R3K3 w - - 0 1", "a1a5", threat) == 32);
  CHECK(term("4k3/8/4p3/3n4/8/8/8/R3K3 w - - 0 1", "a1a5", threat) == 0);     // a rook for a knight
  CHECK(term("4k3/8/4p3/3n4/8/8/2P5/R3K3 w - - 0 1", "c2c4", threat) == 22);  // a knight for the pawn
  CHECK(term("4k3/8/4p3/3n4/8/8/3R4/R3K3 w - - 0 1", "a1d1", threat) == 0);   // the rook before it would fall first
  CHECK(term("4k3/8/8/n7/8/p7/8/R3K3 w - - 0 1", "a1a3", threat) == 0);       // they know of a piece that captured
  CHECK(term("4k3/8/8/3n4/8/8/8/R3K3 w - - 0 1", "0000", threat) == 0);
  RbcTerms risk;
  risk.en_prise = 0.1;
  CHECK(term_of_losing("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3e4", 500, risk) == 32);
  CHECK(term_of_losing("4k3/8/8/3p4/8/2NP4/8/4K3 w - - 0 1", "c3e4", 500, risk) == 22);  // the pawn that takes it falls
  CHECK(term_of_losing("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3e4", 100, risk) == 10);   // they would win less by it
  CHECK(term_of_losing("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3e4", 0, risk) == 0);
  CHECK(term_of_losing("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d1", 500, risk) == 0);
  RbcTerms zone;
  zone.king_zone = 1;
  CHECK(term("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", zone) == 3);
  CHECK(term("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a1", zone) == -3);
  CHECK(term("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1", zone) == 0);
}

TEST_CASE("rbc score: checks on the move after, ours and theirs") {
  RbcTerms terms;
  terms.quiet_check = 1;
  // The rook on a2 could check from a8 and e2; the king's own moves check nobody.
  CHECK(term("4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a2", terms) == 2);
  // Theirs count against us.
  CHECK(term("r3k3/8/8/8/8/8/6P1/6K1 w - - 0 1", "g2g3", terms) < 0);
  // A rook that a pawn attacks does not stand safely.
  CHECK(term("4k3/8/8/8/8/1p6/8/R5K1 w - - 0 1", "a1a2", terms) == 0);
}

TEST_CASE("rbc score: undefended and loose pieces, runners, rights, weak squares, pawn attacks") {
  RbcTerms undefended;
  undefended.undefended = 0.1;
  // The knight is left by its only defender; their rook never had one.
  CHECK(term("4k3/8/8/3r4/8/8/8/3NK3 w - - 0 1", "e1f2", undefended) == -32 + 49);
  CHECK(term("4k3/8/8/3r4/8/8/8/3NK3 w - - 0 1", "e1e2", undefended) == 49);
  RbcTerms loose;
  loose.loose_attack = 0.06;
  CHECK(term("4k3/8/8/3r4/8/8/8/2N1K3 w - - 0 1", "c1e2", loose) == 0);
  CHECK(term("4k3/8/8/3r4/8/8/8/2N1K3 w - - 0 1", "c1b3", loose) == 0);
  CHECK(term("4k3/8/8/3r4/8/8/4N3/4K3 w - - 0 1", "e2c3", loose) == 29);  // 0.06 * 490
  RbcTerms runner;
  runner.runner = 15;
  CHECK(term("4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "e1d1", runner) == 0);  // the king stands before it
  CHECK(term("6k1/8/4P3/8/8/8/8/4K3 w - - 0 1", "e1d1", runner) == 15);
  CHECK(term("6k1/8/4P3/8/8/8/3p4/6K1 w - - 0 1", "e6e7", runner) == 0);  // theirs on d2 makes up for it
  RbcTerms rights;
  rights.castling_right = 15;
  CHECK(term("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1b1", rights) == 15);
  CHECK(term("r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", "e1e2", rights) == -15);
  RbcTerms weak;
  weak.weak_square = 1;
  CHECK(term("4k3/8/8/8/8/n7/8/6K1 w - - 0 1", "0000", weak) == -3);  // e2 f3 h3
  RbcTerms pawns;
  pawns.supported_pawn_attack = 15;
  pawns.bare_pawn_attack = 5;
  CHECK(term("4k3/8/8/2n1n3/8/3P4/8/4K3 w - - 0 1", "d3d4", pawns) == 10);
  CHECK(term("4k3/8/8/2n1n3/8/3P4/8/3QK3 w - - 0 1", "d3d4", pawns) == 30);
}

TEST_CASE("rbc score: a pass captures nothing, whatever stands in the corner of the null move") {
  RbcTerms capture;
  capture.capture = -18;
  CHECK(term("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "0000", capture) == 0);
}

TEST_CASE("rbc score: staying in check is worse than walking into it") {
  const Board board = parse_fen("4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1").value();
  const BoardScores scores = built_in_answer(board, strangefish2());
  CHECK(flattened(score_in(scores.moves, "a1a2"), strangefish2()) == -9000);
  const Board free = parse_fen("3r3k/8/8/8/8/8/8/R3K3 w - - 0 1").value();
  CHECK(flattened(score_in(built_in_answer(free, strangefish2()).moves, "e1d1"), strangefish2()) == -7000);
  CHECK(Score::stays_in_check() < Score::flees_into_check());
  CHECK(Score::flees_into_check() < Score::loses_king());
  CHECK(Score::stays_in_check().is_king_loss());
}

TEST_CASE("rbc score: a mated king had better step aside, where the opponent may not look for it") {
  // Mate by the rook on h6, which the bishop protects; the bishop on g7 is pinned.
  const Board board = parse_fen("r1bq2r1/ppp1pQbk/2n3pR/8/3P4/2N5/PPP3PP/R1B3K1 b - - 0 16").value();
  const BoardScores ours = built_in_answer(board, lanternfish_terms());
  CHECK(flattened(score_in(ours.moves, "d8d6"), lanternfish_terms()) == -8000);
  CHECK(flattened(score_in(ours.moves, "h7h8"), lanternfish_terms()) == -7000);
  CHECK(flattened(score_in(ours.moves, "h7h6"), lanternfish_terms()) == -7000);
  // StrangeFish2 makes no difference.
  CHECK(flattened(score_in(built_in_answer(board, strangefish2()).moves, "h7h8"), strangefish2()) == -9000);
}

TEST_CASE("rbc score: presets flatten to their programs' constants") {
  CHECK(flattened(Score::captures_king(), strangefish()) == 50'000);
  CHECK(flattened(Score::mates_in(5), strangefish()) == 30'000);
  CHECK(flattened(Score::loses_king(), strangefish()) == -40'000);
  CHECK(strangefish2().quiet_check == 15);
  CHECK(opponent_value({.moves = {}, .worth = Score::captures_king()}, strangefish2()) == -4000);
  CHECK(opponent_value({.moves = {}, .worth = Score::centipawns(30)}, strangefish2()) == -30);
}

TEST_CASE("rbc score: StrangeFish counts what a move changes, and StrangeFish2 a part of it") {
  CHECK(relative(Score::centipawns(250), 700, strangefish()) == -450);
  CHECK(relative(Score::mates_in(2), 700, strangefish()) == 29'300);
  CHECK(relative(Score::captures_king(), 700, strangefish()) == 50'000);
  CHECK(relative(Score::loses_king(), 700, strangefish()) == -40'000);
  CHECK(relative(Score::centipawns(250), 2000, strangefish2()) == doctest::Approx(-50));
  CHECK(relative(Score::captures_king(), 2000, strangefish2()) == 10'700);
  CHECK(relative(Score::loses_king(), 2000, strangefish2()) == -5300);
  CHECK(relative(Score::centipawns(250), 2000, lanternfish_terms()) == 250);
  CHECK(relative(Score::captures_king(), 2000, lanternfish_terms()) == 9000);
}

TEST_CASE("rbc score: what a board is worth has no terms in it") {
  const Board board = parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").value();
  const BoardScores plain = built_in_answer(board, chess_terms()), with = built_in_answer(board, strangefish2());
  CHECK(plain.worth == plain.moves[0].score);
  CHECK(with.moves[0].score != plain.moves[0].score);
  CHECK(with.worth == plain.worth);
}

TEST_CASE("rbc score: bent terms keep the order, small scores and the bound of a won game") {
  const RbcTerms terms = bent(lanternfish_terms(), 1200);
  const std::vector<Score> falling = {
      Score::captures_king(),   Score::mates_in(1),        Score::mates_in(3),       Score::mates_in(4),
      Score::mates_in(24),      Score::centipawns(30'000), Score::centipawns(4100),  Score::centipawns(4090),
      Score::centipawns(1000),  Score::centipawns(20),     Score::centipawns(-1000), Score::centipawns(-4090),
      Score::centipawns(-4100), Score::mated_in(24),       Score::mated_in(4),       Score::mated_in(3),
      Score::mated_in(1),       Score::loses_king(),       Score::stays_in_check()};
  for (std::size_t i = 1; i < falling.size(); ++i) {
    CAPTURE(i);
    CHECK(flattened(falling[i - 1], terms) > flattened(falling[i], terms));
  }
  CHECK(flattened(Score::centipawns(50), terms) == doctest::Approx(50).epsilon(0.01));
  CHECK(flattened(Score::centipawns(1200), terms) == doctest::Approx(913.9).epsilon(0.001));  // 1200 tanh 1
  CHECK(flattened(Score::centipawns(30'000), terms) == doctest::Approx(1200));
  CHECK(flattened(Score::captures_king(), terms) == 1500);
  CHECK(flattened(Score::loses_king(), terms) == -1500);
  CHECK(flattened(Score::centipawns(1200), bent(lanternfish_terms(), 0)) == 1200);
}

TEST_CASE("rbc score: what is reported of bent values is centipawns again") {
  const RbcTerms terms = bent(lanternfish_terms(), 1200);
  for (const int cp : {-3000, -400, 0, 35, 900}) {
    CHECK(straightened(flattened(Score::centipawns(cp), terms), terms) == doctest::Approx(cp).epsilon(0.05));
  }
  CHECK(straightened(terms.king_captured, terms) == 9000);
  CHECK(straightened(terms.king_lost, terms) == -9000);
  CHECK(straightened(1234, lanternfish_terms()) == 1234);
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
