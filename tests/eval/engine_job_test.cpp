#include "eval/engine_job.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "rules/notation.h"
#include "rules/rbc.h"
#include "tests/eval/score_of.h"

using namespace lanternfish;
using testing::score_of;

namespace {

const RbcTerms kPlain{};

// Answers every question with the same score for each of its moves.
BoardScores answered(EngineJob job, int depth = 3) {
  while (!job.all_asked()) {
    const EngineQuestion& question = job.ask_next();
    CHECK(&question == &job.unanswered());
    UciProcess::Answer answer{.moves = {}, .depth = depth};
    for (const Move move : question.only.empty() ? question.legal : question.only) {
      answer.moves.push_back({move, Score::centipawns(40)});
    }
    job.add(std::move(answer));
  }
  REQUIRE(job.done());
  return job.scores(kPlain);
}

}  // namespace

TEST_CASE("engine job: one question about a board, completed by the moves that chess does not know") {
  const BoardScores scores = answered(EngineJob(Board::start(), {}, {.depth = 3}));
  CHECK(scores.source == ScoreSource::kChessEngine);
  CHECK(scores.depth == 3);
  CHECK(scores.moves.size() == 21);  // the pass too
  CHECK(score_of(scores, "e2e4") == Score::centipawns(40));
}

TEST_CASE("engine job: a question about some moves asks the engine for these alone") {
  const std::vector<Move> some = {parse_move("b1c3").value(), parse_move("e2e4").value()};
  EngineJob job(Board::start(), some, {});
  const EngineQuestion& question = job.ask_next();
  CHECK(question.only.size() == 2);
  const BoardScores scores = answered(EngineJob(Board::start(), some, {}));
  CHECK(scores.some_moves);
  CHECK(scores.moves.size() == 2);
  // Of castling without the right to it chess knows nothing.
  const std::vector<Move> castling = {parse_move("e1g1").value()};
  const EngineJob nothing(Board::start(), castling, {});
  CHECK(nothing.done());
  CHECK(nothing.scores(kPlain).moves.empty());
}

TEST_CASE("engine job: what comes to nothing has a question of its own, where the search is deep or moves are chosen") {
  // White loses its queen with any move but one; a pass that is valued by captures alone would be the better one.
  const Board board = parse_fen("6k1/8/8/3q4/8/8/3Q1PPP/6K1 w - - 0 1").value();
  const std::vector<Move> some = {kNullMove, parse_move("d2d5").value()};
  for (EngineJob job : {EngineJob(board, some, {.depth = 2}), EngineJob(board, {}, {.depth = kSteadyFrom})}) {
    CHECK(job.next_limits().all_moves);
    const EngineQuestion& about_board = job.ask_next();
    UciProcess::Answer known{.moves = {}, .depth = 6};
    for (const Move move : about_board.only.empty() ? about_board.legal : about_board.only) {
      known.moves.push_back({move, Score::centipawns(900)});
    }
    job.add(std::move(known));
    REQUIRE_FALSE(job.all_asked());
    CHECK_FALSE(job.next_limits().all_moves);
    const EngineQuestion& afterwards = job.ask_next();
    CHECK(afterwards.fen.find(" b ") != std::string::npos);
    job.add({.moves = {{parse_move("d5d2").value(), Score::mates_in(3)}}, .depth = 6});
    CHECK(score_of(job.scores(kPlain), "0000") == -Score::mates_in(3));
  }
  EngineJob shallow(board, {}, {.depth = kSteadyFrom - 1});
  shallow.ask_next();
  CHECK(shallow.all_asked());
}

TEST_CASE("engine job: castling out of check has a question of its own") {
  const Board board = parse_fen("r1b2rk1/pppp1ppp/8/4P3/2BnP1nq/2NP4/PPP3PP/R1BQK2R w KQ - 3 10").value();
  const auto answer = [](EngineJob job) {
    while (!job.all_asked()) {
      const EngineQuestion& question = job.ask_next();
      UciProcess::Answer moves{.moves = {}, .depth = 3};
      const std::vector<Move>& asked = question.only.empty() ? question.legal : question.only;
      const bool castled = question.fen.find(" b ") != std::string::npos;
      for (const Move move : asked) {
        moves.moves.push_back({move, castled ? Score::mates_in(1) : Score::centipawns(-200)});
      }
      job.add(std::move(moves));
    }
    return job.scores(kPlain);
  };
  const BoardScores all = answer(EngineJob(board, {}, {}));
  CHECK(score_of(all, "g2g3") == Score::centipawns(-200));
  CHECK(score_of(all, "e1g1") == -Score::mates_in(1));
  CHECK(score_of(all, "a2a3").is_king_loss());
  // Where castling does not matter nobody is asked about it, and alone it is asked about alone.
  const std::vector<Move> others = {parse_move("e1d2").value(), parse_move("g2g3").value()};
  CHECK(answer(EngineJob(board, others, {})).moves.size() == 2);
  const std::vector<Move> castling = {parse_move("e1g1").value()};
  CHECK(score_of(answer(EngineJob(board, castling, {})), "e1g1") == -Score::mates_in(1));
}

TEST_CASE("engine job: a board that no chess engine may see has no question and the built-in evaluator's scores") {
  const Board capturable = parse_fen("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1").value();
  const EngineJob job(capturable, {}, {});
  CHECK(job.done());
  const BoardScores scores = job.scores(kPlain);
  CHECK(scores.source == ScoreSource::kBuiltIn);
  CHECK(score_of(scores, "e2e8").is_king_capture());
}
