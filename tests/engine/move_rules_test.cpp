#include "engine/move_rules.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/tables.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

double value_of(const std::vector<RequestValue>& ranked, const char* request) {
  for (const RequestValue& value : ranked) {
    if (value.request == move_of(request)) {
      return value.value;
    }
  }
  FAIL("not ranked");
  return 0;
}

const char* const kOpen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
const char* const kKingOnA8 = "k7/8/8/8/8/8/8/R3K3 w - - 0 1";

}  // namespace

TEST_CASE("move rules: votes count boards, not how good the best move is there") {
  const ScoreTable table =
      make_table({"a1a8", "e1d1", "e1e2", "0000"}, {{kOpen, 1, {{"e1d1", cp(10)}}},
                                                    {"3k4/8/8/8/8/8/8/R3K3 w - - 0 1", 1, {{"e1d1", cp(10)}}},
                                                    {kKingOnA8, 1, {{"a1a8", Score::captures_king()}}}});
  const auto ranked = rank_by_votes(table);
  CHECK(ranked[0].request == move_of("e1d1"));
  CHECK(ranked[0].value == 2);
  CHECK(value_of(ranked, "a1a8") == 1);
  CHECK(value_of(ranked, "0000") == 0);
}

TEST_CASE("move rules: a pass gets no vote, and neither does a request that comes to another move") {
  // The best move, a1a5, is what both a1a5 and a1a8 come to.
  const ScoreTable table = make_table({"a1a8", "a1a5", "e1d1", "0000"},
                                      {{"4k3/8/8/p7/8/8/8/R3K3 w - - 0 1", 1, {{"a1a5", cp(90)}, {"0000", cp(500)}}}});
  const auto ranked = rank_by_votes(table);
  CHECK(value_of(ranked, "a1a5") == 1);
  CHECK(value_of(ranked, "a1a8") == 0);
  CHECK(value_of(ranked, "0000") == 0);
}

TEST_CASE("move rules: Scorca's penalties grow with the rank, its bonuses with what chess does not know") {
  // The king on a8 can be captured; e1e2 stays in the open file of a rook; a1b1 is quiet.
  const Board board = parse_fen(kKingOnA8).value();
  const ScoreTable table =
      make_table({"a1a8", "a1b1", "e1d1"},
                 {{kKingOnA8, 1, {{"a1a8", Score::captures_king()}, {"a1b1", cp(50)}, {"e1d1", cp(20)}}}});
  const auto ranked = rank_by_log_ranks(table, OwnSide(board, kWhite));
  CHECK(value_of(ranked, "a1a8") == doctest::Approx(15));
  CHECK(value_of(ranked, "a1b1") == 0);  // while the king can be captured nothing else counts
  CHECK(value_of(ranked, "e1d1") == 0);
  const char* const quiet = "8/k7/8/8/8/8/8/1R2K3 w - - 0 1";
  const auto checking =
      rank_by_log_ranks(make_table({"e1d1", "b1a1"}, {{quiet, 1, {{"e1d1", cp(50)}, {"b1a1", cp(20)}}}}),
                        OwnSide(parse_fen(quiet).value(), kWhite));
  CHECK(value_of(checking, "e1d1") == doctest::Approx(0));
  CHECK(value_of(checking, "b1a1") == doctest::Approx(7 - 4 * std::log(2.0)));
  const char* const exposed = "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1";
  const auto leaving = rank_by_log_ranks(make_table({"e2a2", "e2e8"}, {{exposed, 2, {{"e2e8", cp(500)}}}}),
                                         OwnSide(parse_fen(exposed).value(), kWhite));
  CHECK(value_of(leaving, "e2a2") == doctest::Approx(2 * -7));  // whatever its rank
  CHECK(value_of(leaving, "e2e8") == doctest::Approx(0));       // a capture: no bonus for the check
}

TEST_CASE("move rules: only the best and the worst boards count, the more the further they are from even") {
  std::vector<ScoredBoard> boards;
  for (int i = 0; i < 9; ++i) {  // even boards, on which e1d1 is best
    boards.push_back({kOpen, 1, {{"e1d1", cp(10)}, {"e1f1", cp(-200)}}});
  }
  boards.push_back({kOpen, 1, {{"e1d1", cp(-2'000)}, {"e1f1", cp(900)}}});
  const ScoreTable table = make_table({"e1d1", "e1f1"}, boards);
  CHECK(rank_by_extremes(table, 1)[0].request == move_of("e1f1"));
  CHECK(win_probability(0) == doctest::Approx(0.5));
  CHECK(win_probability(400) == doctest::Approx(10.0 / 11));
}

TEST_CASE("move rules: policies are probabilities, and sharper at a lower temperature") {
  const ScoreTable table = make_table({"e1d1", "e1f1"}, {{kOpen, 3, {{"e1d1", cp(100)}, {"e1f1", cp(0)}}},
                                                         {kOpen, 1, {{"e1d1", cp(0)}, {"e1f1", cp(100)}}}});
  const auto mild = rank_by_policy(table, 100);
  CHECK(mild[0].value + mild[1].value == doctest::Approx(1));
  CHECK(mild[0].request == move_of("e1d1"));
  const double likely = 1 / (1 + std::exp(-1.0));
  CHECK(mild[0].value == doctest::Approx(0.75 * likely + 0.25 * (1 - likely)));
  CHECK(rank_by_policy(table, 1)[0].value == doctest::Approx(0.75));
}
