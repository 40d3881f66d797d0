#include "engine/score_table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/engine/tables.h"

using namespace lanternfish;
using namespace lanternfish::testing;

TEST_CASE("score table: requests that come to the same taken move share its score") {
  // The rook meets a pawn on a6; on the second board nothing stands in its way.
  const ScoreTable table =
      make_table({"a1a8", "a1a7", "a1a5", "0000"},
                 {{"4k3/8/p7/8/8/8/8/R3K3 w - - 0 1", 1, {{"a1a6", cp(90)}, {"a1a5", cp(-10)}, {"0000", cp(-50)}}},
                  {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 3, {{"a1a8", cp(400)}, {"a1a7", cp(20)}}}});
  REQUIRE(table.rows().size() == 2);
  CHECK(table.rows()[0].values == std::vector<float>{90, 90, -10, -50});
  CHECK(table.rows()[0].outcomes[0] == Outcome{move_of("a1a6"), square_of("a6")});
  CHECK(table.rows()[1].values == std::vector<float>{400, 20, 0, 0});
}

TEST_CASE("score table: requests that fail are worth a pass") {
  const ScoreTable table =
      make_table({"e2d3", "e2e4"}, {{"4k3/8/8/8/4n3/4p3/4P3/4K3 w - - 0 1", 1, {{"0000", cp(-33)}, {"e2d3", cp(70)}}}});
  CHECK(table.rows()[0].values == std::vector<float>{-33, -33});
  CHECK(table.rows()[0].outcomes[0].taken.is_null());
}

TEST_CASE("score table: a summary tells mean, extremes, and how likely a request is taken, captures, wins") {
  const std::string plain = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
  const std::string pawn = "4k3/8/8/7p/8/8/8/4K2R w - - 0 1";
  const std::string king = "7k/8/8/8/8/8/8/4K2R w - - 0 1";
  RbcTerms terms;
  terms.king_captured = 900;
  const ScoreTable table = make_table({"h1h8", "e1d1"},
                                      {{plain, 2, {{"h1h8", cp(100)}, {"e1d1", cp(7)}}},
                                       {pawn, 1, {{"h1h5", cp(-60)}, {"e1d1", cp(7)}}},
                                       {king, 1, {{"h1h8", Score::captures_king()}, {"e1d1", cp(7)}}}},
                                      terms);
  const RequestSummary rook = summarize(table, 0);
  CHECK(rook.mean == doctest::Approx((2 * 100 - 60 + 900) / 4.0));
  CHECK(rook.min == -60);
  CHECK(rook.max == 900);
  CHECK(rook.deviation ==
        doctest::Approx(std::sqrt((2 * 100 * 100 + 60 * 60 + 900 * 900) / 4.0 - rook.mean * rook.mean)));
  CHECK(rook.legal == doctest::Approx(0.75));
  CHECK(rook.capture == doctest::Approx(0.5));
  CHECK(rook.king == doctest::Approx(0.25));
  const RequestSummary step = summarize(table, 1);
  CHECK(step.mean == doctest::Approx(7));
  CHECK(step.deviation == doctest::Approx(0));
  CHECK(step.legal == doctest::Approx(1));
}

TEST_CASE("score table: a part of it has the rows that are named, in this order, and no positions") {
  ScoreTable table(moves_of({"e1d1"}), {});
  for (const std::size_t index : {4, 2, 7}) {
    const Board board = parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").value();
    table.add(pack(board, kWhite), board, scores_of(board, {{"e1d1", cp(static_cast<int>(index))}}), index);
    table.set_weight(table.rows().size() - 1, 0.5);
  }
  const std::vector<std::size_t> wanted = {7, 4};
  const ScoreTable part = table.of_boards(wanted);
  REQUIRE(part.rows().size() == 2);
  CHECK(part.requests() == table.requests());
  CHECK(part.rows()[0].index == 7);
  CHECK(part.rows()[0].values == std::vector<float>{7});
  CHECK(part.rows()[0].weight == 0.5);
  CHECK(part.rows()[1].values == std::vector<float>{4});
  CHECK(part.nodes() == 0);
  CHECK(table.rows().size() == 3);
}

TEST_CASE("score table: better scores of a board replace the old ones, and every answer is counted") {
  const std::string fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  ScoreTable table = make_table({"e1d1"}, {{fen, 1, {{"e1d1", cp(5)}}}});
  const Board board = parse_fen(fen).value();
  CHECK(table.nodes() == 6);  // five moves of the king and the pass
  table.replace(0, scores_of(board, {{"e1d1", cp(55)}}));
  CHECK(table.rows().size() == 1);
  CHECK(table.rows()[0].values[0] == 55);
  CHECK(table.nodes() == 12);
  CHECK(summarize(make_table({"e1d1"}, {}), 0).mean == 0);
}

TEST_CASE("score table: better scores of some moves leave the others as they were") {
  const std::string fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  ScoreTable table = make_table({"e1d1", "e1f1", "e1e2"}, {{fen, 1, {{"e1d1", cp(5)}, {"e1e2", cp(80)}}}});
  table.replace(0, {.moves = {{move_of("e1d1"), cp(-70)}, {move_of("e1d2"), cp(300)}}, .some_moves = true});
  CHECK(table.rows()[0].values == std::vector<float>{-70, 0, 80});
  CHECK(table.rows()[0].best == 80);
  table.replace(0, {.moves = {}, .some_moves = true});  // chess knows none of those asked for
  CHECK(table.rows()[0].values == std::vector<float>{-70, 0, 80});
  CHECK(table.nodes() == 8);
}
