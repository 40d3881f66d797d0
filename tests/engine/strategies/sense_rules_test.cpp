#include <doctest/doctest.h>

#include <cmath>

#include "engine/strategies/sense_squares.h"
#include "engine/strategies/strangefish_rules.h"
#include "tests/engine/tables.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

std::vector<WindowSplit> splits_of(const BoardSet& set, const std::vector<std::string>& centers) {
  ThreadPool threads(1);
  Bitboard squares = 0;
  for (const std::string& center : centers) {
    squares |= bit(square_of(center));
  }
  return split_by_windows(set, squares, threads);
}

BoardSet set_of_fens(const std::vector<const char*>& fens, Color me) {
  BoardSet set;
  for (const char* fen : fens) {
    set.shards()[0].push_back(pack(parse_fen(fen).value(), me));
  }
  return set;
}

std::string first(const std::vector<SenseValue>& ranked) { return format_square(ranked[0].split.center); }

// A rook of theirs is on a7 or h7, told by b7, g7 or one of them and more; a knight on b5, c5 or d5.
ScoreTable rook_places() {
  const std::map<std::string, Score> left = {{"e1d1", cp(-300)}, {"e1f1", cp(100)}};
  const std::map<std::string, Score> right = {{"e1d1", cp(100)}, {"e1f1", cp(-300)}};
  return make_table({"e1d1", "e1f1"}, {{"4k3/r7/8/1n6/8/8/8/4K3 w - - 0 1", 1, left},
                                       {"4k3/7r/8/2n5/8/8/8/4K3 w - - 0 1", 1, right},
                                       {"4k3/7r/8/3n4/8/8/8/4K3 w - - 0 1", 1, right}});
}

}  // namespace

TEST_CASE("sense rules: fewest boards expected, and most results") {
  const BoardSet set = set_of(rook_places());
  const auto by_boards = rank_by_expected_boards(splits_of(set, {"b7", "c4", "f3"}));
  CHECK(first(by_boards) == "c4");  // the knight's place tells all
  CHECK(by_boards[0].value == doctest::Approx(-1));
  CHECK(by_boards[1].value == doctest::Approx(-5.0 / 3));
  CHECK(by_boards[2].value == doctest::Approx(-3));
  CHECK(rank_by_results(splits_of(set, {"b7", "c4"}))[0].value == 3);
}

TEST_CASE("sense rules: StrangeFish senses what changes its scores") {
  const ScoreTable table = rook_places();
  const auto splits = splits_of(set_of(table), {"b7", "f3"});
  const auto ranked = rank_by_impact(table, splits, 3, {.outcome = {1, 0, 0}, .boards_per_centipawn = 25});
  CHECK(first(ranked) == "b7");
  // Means before: -33.3 and -166.7. After a rook on a7 (1/3): -300, 100; on h7 (2/3): 100, -300.
  const double change = 1.0 / 3 * (266.667 + 266.667) / 2 + 2.0 / 3 * (133.333 + 133.333) / 2;
  CHECK(ranked[0].outcome == doctest::Approx(change).epsilon(0.001));
  CHECK(ranked[0].value == doctest::Approx(change + 3 * (1 - 5.0 / 9) / 25).epsilon(0.001));
  CHECK(ranked[1].value == doctest::Approx(0));
}

TEST_CASE("sense rules: StrangeFish looks for a king that can be taken") {
  // On a8, b8 or h8; a window at b7 tells the first two apart, one at g7 only whether it is the third.
  const ScoreTable table = make_table({"e1d1"}, {{"k7/8/8/8/8/8/8/4K3 w - - 0 1", 1, {}},
                                                 {"1k6/8/8/8/8/8/8/4K3 w - - 0 1", 1, {}},
                                                 {"7k/8/8/8/8/8/8/4K3 w - - 0 1", 1, {}}});
  const auto ranked = rank_by_king_squares(table, splits_of(set_of(table), {"b7", "g7", "d4"}));
  CHECK(first(ranked) == "b7");
  CHECK(ranked[0].value == doctest::Approx(-1));
  CHECK(ranked[1].value == doctest::Approx(-1.5));
  CHECK(ranked[2].value == doctest::Approx(-3));
}

TEST_CASE("request rules: StrangeFish pays for boards that a request rules out") {
  // The pawn takes on one board of two; the king's move tells nothing.
  const ScoreTable table = make_table(
      {"e1d1", "b2a3"}, {{"4k3/8/8/8/8/p7/1P6/4K3 w - - 0 1", 1, {}}, {"4k3/8/8/8/8/2p5/1P6/4K3 w - - 0 1", 3, {}}});
  auto ranked = rank_requests(table, {1, 0, 0});
  add_reduction(ranked, table, 100, 25);
  CHECK(format_move(ranked[0].request) == "b2a3");
  CHECK(ranked[0].value - ranked[1].value == doctest::Approx(100 * (1 - (1 * 1 + 3 * 1) / 4.0 / 2) / 25));
}

TEST_CASE("request rules: what no board lets through is dropped, unless that is all there is") {
  const char* const lone = "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1";
  auto ranked = rank_requests(make_table({"b2a3", "e1d1"}, {{lone, 1, {}}}), {1, 0, 0});
  drop_impossible(ranked);
  REQUIRE(ranked.size() == 1);
  CHECK(format_move(ranked[0].request) == "e1d1");
  auto none = rank_requests(make_table({"b2a3", "b2c3"}, {{lone, 1, {}}}), {1, 0, 0});
  drop_impossible(none);
  CHECK(none.size() == 2);
  CHECK(promoting_to_queens(moves_of({"a7a8n", "a7a8q", "e1d1"})) == moves_of({"a7a8q", "e1d1"}));
  CHECK(promoting_to_queens(moves_of({"a7a8n"})) == moves_of({"a7a8n"}));
}

TEST_CASE("sense rules: StrangeFish2's prospects add up as published") {
  const ScoreTable table = rook_places();
  const auto splits = splits_of(set_of(table), {"b7"});
  ProspectWeights weights;
  weights.outcome = {0.7, 0.3, 0};
  const auto ranked = rank_by_prospects(table, splits, 300, weights);
  // Whatever is sensed there, the right move follows: 100 always, without deviation. The values of both requests are
  // -300 or 100 by the result, with probabilities 1/3 and 2/3: a deviation of 400 sqrt(2)/3.
  const double deviation = 400 * std::sqrt(2.0) / 3;
  CHECK(ranked[0].outcome == doctest::Approx(100));
  CHECK(ranked[0].value == doctest::Approx(100 + 0.2 * 100 - 0.3 * 0 + 0.15 * deviation + 300 * (1 - 5.0 / 9) / 50));
}

TEST_CASE("sense rules: StrangeFish2 leaves out windows that never tell more than another") {
  const ScoreTable table = rook_places();
  const auto splits = splits_of(set_of(table), {"b7", "c4", "f3"});
  const auto ranked = rank_by_prospects(table, splits, 3, {});
  REQUIRE(ranked.size() == 1);  // c4 tells where the knight is, and with it all that the others tell
  CHECK(first(ranked) == "c4");
  CHECK(rank_by_prospects(make_table({"e1d1"}, {}), splits, 3, {}).size() == 3);
}

TEST_CASE("sense rules: entropy of squares") {
  const SquareValues bits = square_entropies(piece_probabilities(set_of(rook_places())));
  const double third = -std::log2(1.0 / 3) / 3 - 2 * std::log2(2.0 / 3) / 3;
  CHECK(bits[square_of("a7")] == doctest::Approx(third));
  CHECK(bits[square_of("b5")] == doctest::Approx(third));
  CHECK(bits[square_of("e8")] == doctest::Approx(0));
  CHECK(bits[square_of("a1")] == doctest::Approx(0));
  const auto ranked = rank_by_squares(splits_of(set_of(rook_places()), {"b6", "g6"}), bits);
  CHECK(first(ranked) == "b6");  // a7, b5 and c5 against h7 alone
  CHECK(ranked[0].value == doctest::Approx(3 * third));
}

TEST_CASE("sense rules: Scorca's heuristics favour great pieces, danger to the king and squares not seen for long") {
  const Board own_board = parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").value();
  const OwnSide own(own_board, kWhite);
  std::array<int, 64> turns_since_seen;
  turns_since_seen.fill(1'000);
  // A queen on a3 or b3, a pawn on g6 or h6; neither attacks e1. A rook on e4 or d4 does from e4.
  const auto value_at = [&](const std::vector<const char*>& fens, const char* square) {
    return adapted_entropies(piece_probabilities(set_of_fens(fens, kWhite)), own, turns_since_seen)[square_of(square)];
  };
  const std::vector<const char*> queen = {"4k3/8/8/8/8/q7/8/4K3 w - - 0 1", "4k3/8/8/8/8/2q5/8/4K3 w - - 0 1"};
  CHECK(value_at(queen, "a3") == doctest::Approx(0.5 * 900));
  CHECK(value_at(queen, "c3") == doctest::Approx(2 * 0.5 * 900));
  const std::vector<const char*> pawn = {"4k3/8/6p1/8/8/8/8/4K3 w - - 0 1", "4k3/8/7p/8/8/8/8/4K3 w - - 0 1"};
  CHECK(value_at(pawn, "g6") == doctest::Approx(0.5 * 100));
  turns_since_seen[square_of("g6")] = 0;
  CHECK(value_at(pawn, "g6") == doctest::Approx(0.5 * 100 - 1000));
  turns_since_seen[square_of("g6")] = 2;
  CHECK(value_at(pawn, "g6") == doctest::Approx(0.5 * 100 - 810));
}

TEST_CASE("sense rules: checks that all boards agree on need no sense") {
  const OwnSide own(parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").value(), kWhite);
  const BoardSet set = set_of_fens({"4k3/8/8/4r3/8/8/8/4K2r w - - 0 1", "4k3/8/8/3r4/8/8/8/4K2r w - - 0 1"}, kWhite);
  const SquareValues checks = check_squares(set, own);
  CHECK(checks[square_of("e5")] == doctest::Approx(1));
  CHECK(checks[square_of("d5")] == 0);
  CHECK(checks[square_of("h1")] == 0);
}
