#include "engine/sense_choice.h"

#include <doctest/doctest.h>

#include "tests/engine/tables.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

// A queen is on a7, where my rook can take her, or on a8 behind a pawn; a bishop that does not matter is on g7 or h7.
ScoreTable rook_and_queen() {
  const std::map<std::string, Score> takes = {{"a1a7", cp(800)}, {"e1d1", cp(-100)}};
  const std::map<std::string, Score> spoils = {{"a1a7", cp(-500)}, {"e1d1", cp(-100)}};
  return make_table({"a1a7", "e1d1"}, {{"4k3/q5b1/8/8/8/8/8/R3K3 w - - 0 1", 1, takes},
                                       {"4k3/q6b/8/8/8/8/8/R3K3 w - - 0 1", 1, takes},
                                       {"q3k3/p5b1/8/8/8/8/8/R3K3 w - - 0 1", 1, spoils},
                                       {"q3k3/p6b/8/8/8/8/8/R3K3 w - - 0 1", 1, spoils}});
}

std::vector<WindowSplit> splits_of(const ScoreTable& table, const std::vector<std::string>& centers) {
  ThreadPool threads(1);
  Bitboard squares = 0;
  for (const std::string& center : centers) {
    squares |= bit(square_of(center));
  }
  return split_by_windows(set_of(table), squares, threads);
}

}  // namespace

TEST_CASE(
    "sense choice: the window that decides between moves goes before one that tells as much but decides nothing") {
  const ScoreTable table = rook_and_queen();
  OutcomeWeights weights;
  weights.mean = 1;
  weights.min = 0;
  const auto ranked = rank_senses(table, splits_of(table, {"b7", "g7", "d4"}), weights, 8);
  REQUIRE(ranked.size() == 3);
  CHECK(format_square(ranked[0].split.center) == "b7");
  CHECK(ranked[0].outcome == doctest::Approx((800 - 100) / 2.0));
  CHECK(ranked[1].outcome == doctest::Approx((800 - 500) / 2.0));
  CHECK(format_square(ranked[1].split.center) == "g7");  // as good for the move as d4, but tells one bit
  CHECK(ranked[1].split.gain_bits == doctest::Approx(1));
  CHECK(format_square(ranked[2].split.center) == "d4");
}

TEST_CASE("sense choice: the more a bit counts, the more the most telling window is worth") {
  const ScoreTable table = rook_and_queen();
  const auto splits = splits_of(table, {"b7", "g7"});
  const OutcomeWeights weights = {.mean = 1};
  const auto few = rank_senses(table, splits, weights, 0);
  const auto many = rank_senses(table, splits, weights, 1000);
  CHECK(few[0].value == few[0].outcome);
  CHECK(many[0].value == doctest::Approx(many[0].outcome + 1000 * many[0].split.gain_bits));
  CHECK(many[0].split.gain_bits >= many[1].split.gain_bits);
}

TEST_CASE("sense choice: worst boards count after the result, too") {
  const ScoreTable table = rook_and_queen();
  OutcomeWeights weights;
  weights.mean = 0;
  weights.min = 1;
  const auto ranked = rank_senses(table, splits_of(table, {"b7", "g7"}), weights, 8);
  CHECK(format_square(ranked[0].split.center) == "b7");
  CHECK(ranked[0].outcome == doctest::Approx((800 - 100) / 2.0));
  CHECK(ranked[1].outcome == doctest::Approx(-100));
}

TEST_CASE("sense choice: results count by their probability") {
  ScoreTable table = rook_and_queen();
  table.set_weight(2, 0.25);
  table.set_weight(3, 0.25);
  OutcomeWeights weights;
  weights.mean = 1;
  weights.min = 0;
  const auto ranked = rank_senses(table, splits_of(table, {"b7"}), weights, 8);
  CHECK(ranked[0].outcome == doctest::Approx((2 * 800 - 0.5 * 100) / 2.5));
}

TEST_CASE("sense choice: before any board is scored the most telling window is first") {
  const ScoreTable table = rook_and_queen();
  const auto splits = splits_of(table, {"d4", "g7"});
  const auto ranked = rank_senses(make_table({"e1d1"}, {}), splits, OutcomeWeights(), 8);
  CHECK(format_square(ranked[0].split.center) == "g7");
}
