#include "engine/move_choice.h"

#include <doctest/doctest.h>

#include "tests/engine/tables.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

OutcomeWeights weights(double mean, double min, double max) { return {mean, min, max}; }

std::vector<std::string> order(const std::vector<RequestValue>& ranked) {
  std::vector<std::string> texts;
  for (const RequestValue& value : ranked) {
    texts.push_back(format_move(value.request));
  }
  return texts;
}

// A solid move, a gamble and a hope, on two boards equally likely.
ScoreTable gambles() {
  return make_table({"e1d1", "e1f1", "e1e2"},
                    {{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, {{"e1d1", cp(50)}, {"e1f1", cp(300)}, {"e1e2", cp(900)}}},
                     {"3k4/8/8/8/8/8/8/4K3 w - - 0 1", 1, {{"e1d1", cp(50)}, {"e1f1", cp(-150)}, {"e1e2", cp(-880)}}}});
}

const Bitboard kPawns = rank_bb(1);

// A quiet move of the king, a pawn move and a capture that succeeds on half of the boards.
std::vector<RequestValue> quiet_game(double lead) {
  std::vector<RequestValue> ranked(3);
  ranked[0] = {move_of("e1d1"), {}, lead};
  ranked[0].summary.legal = 1;
  ranked[1] = {move_of("a2a3"), {}, lead - 100};
  ranked[1].summary.legal = 1;
  ranked[2] = {move_of("h1h7"), {}, lead - 120};
  ranked[2].summary.legal = 0.5;
  ranked[2].summary.capture = 0.5;
  return ranked;
}

}  // namespace

TEST_CASE("move choice: mean, worst and best board count as much as they are told to") {
  CHECK(order(rank_requests(gambles(), weights(100, 0, 0))) == std::vector<std::string>{"e1f1", "e1d1", "e1e2"});
  CHECK(order(rank_requests(gambles(), weights(70, 30, 0)))[0] == "e1d1");
  CHECK(order(rank_requests(gambles(), weights(0, 0, 100)))[0] == "e1e2");
  CHECK(move_value(10, -30, 70, weights(70, 30, 0)) == doctest::Approx(-2));
  CHECK(move_value(10, -30, 70, weights(7, 3, 0)) == doctest::Approx(-2));  // shares, not factors
  CHECK(move_value(10, -30, 70, weights(0, 0, 0)) == 10);
}

TEST_CASE("move choice: who stands equal risks the king for a queen, and who is winning does not for a pawn") {
  // One request gains by `gain` on nine boards of ten and loses the king on the tenth; the other changes nothing.
  const auto first = [](int now, int gain, const RbcTerms& terms) {
    const ScoreTable table =
        make_table({"e1d1", "e1f1"},
                   {{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0.9, {{"e1d1", cp(now)}, {"e1f1", cp(now + gain)}}},
                    {"3k4/8/8/8/8/8/8/4K3 w - - 0 1", 0.1, {{"e1d1", cp(now)}, {"e1f1", Score::loses_king()}}}},
                   terms);
    return order(rank_requests(table, weights(100, 0, 0)))[0];
  };
  CHECK(first(0, 700, bent(lanternfish_terms(), 1200)) == "e1f1");
  CHECK(first(0, 700, lanternfish_terms()) == "e1d1");
  CHECK(first(0, 100, bent(lanternfish_terms(), 1200)) == "e1d1");
  CHECK(first(1800, 700, bent(lanternfish_terms(), 1200)) == "e1d1");
}

TEST_CASE("move choice: the likelier board counts more in the mean") {
  ScoreTable table = gambles();
  table.set_weight(0, 10);
  CHECK(order(rank_requests(table, weights(100, 0, 0)))[0] == "e1e2");
}

TEST_CASE("move choice: a king that can be captured for certain is captured") {
  const ScoreTable table =
      make_table({"e1d1", "a1a8"},
                 {{"k7/8/8/8/8/8/8/R3K3 w - - 0 1", 1, {{"a1a8", Score::captures_king()}, {"e1d1", cp(2'000)}}}});
  CHECK(order(rank_requests(table, outcome_weights(Config())))[0] == "a1a8");
}

TEST_CASE("move choice: near the move limit a winning side moves pawns and captures") {
  auto ranked = quiet_game(300);
  prefer_progress(ranked, 95, 100, kPawns);
  CHECK(order(ranked)[0] == "a2a3");
  CHECK(order(ranked)[1] == "h1h7");  // only half of the time a capture
}

TEST_CASE("move choice: progress gives no advantage away, and counts no more than the draw would cost") {
  const auto first = [](double lead, double pawn, int quiet) {
    auto ranked = quiet_game(lead);
    for (RequestValue& request : ranked) {
      request.value = format_move(request.request) == "a2a3" ? pawn : request.value;
    }
    prefer_progress(ranked, quiet, 100, kPawns);
    return order(ranked)[0];
  };
  CHECK(first(450, 260, 95) == "a2a3");
  CHECK(first(450, 260, 69) == "e1d1");  // there is time
  CHECK(first(450, 90, 99) != "a2a3");
  CHECK(first(600, 150, 142) != "e1d1");
  CHECK(first(150, 101, 142) == "a2a3");
}

TEST_CASE("move choice: a side that stands better repeats itself less and less gladly") {
  const auto first = [](double lead, double next, std::size_t times) {
    auto ranked = quiet_game(lead);
    ranked[1].value = next;
    avoid_repetition(ranked, std::vector<Move>(times, move_of("e1d1")));
    return order(ranked)[0];
  };
  CHECK(first(300, 280, 1) == "e1d1");
  CHECK(first(300, 280, 3) == "a2a3");
  CHECK(first(300, 200, 30) == "e1d1");  // it gives no advantage away for that
  CHECK(first(50, 49, 30) == "e1d1");
}

TEST_CASE("move choice: progress is not sought early, without an advantage, or without a limit") {
  const auto first = [](double lead, int quiet, int limit) {
    auto ranked = quiet_game(lead);
    prefer_progress(ranked, quiet, limit, kPawns);
    return order(ranked)[0];
  };
  CHECK(first(300, 20, 100) == "e1d1");
  CHECK(first(50, 95, 100) == "e1d1");
  CHECK(first(300, 95, 0) == "e1d1");
  CHECK(first(300, 95, 1'000) == "e1d1");
  std::vector<RequestValue> none;
  prefer_progress(none, 95, 100, kPawns);
  CHECK(none.empty());
}

TEST_CASE("move choice: requests within the margin of the best are as good as it") {
  std::vector<RequestValue> ranked(4);
  ranked[0].value = 100;
  ranked[1].value = 95;
  ranked[2].value = 91;
  ranked[3].value = 60;
  CHECK(near_best(ranked, 10) == 3);
  CHECK(near_best(ranked, 0) == 1);
  CHECK(near_best(std::vector<RequestValue>(), 10) == 0);
}

TEST_CASE("move choice: contenders are the best two and whatever comes near, those that are worth the same as one") {
  const auto of = [](const std::vector<double>& values, int max) {
    std::vector<RequestValue> ranked;
    for (std::size_t i = 0; i < values.size(); ++i) {
      ranked.push_back({Move{static_cast<Square>(i), square_of("e4")}, {}, values[i]});
    }
    return contenders(ranked, max, 200).size();
  };
  CHECK(of({100, 50, -90, -101}, 5) == 3);
  CHECK(of({100, 50, 40, 30}, 3) == 3);
  CHECK(of({900, 50, 40}, 5) == 2);
  CHECK(of({100, 100, 100, 90, 80}, 2) == 4);
  CHECK(of({100}, 5) == 1);
  CHECK(of({}, 5) == 0);
}

TEST_CASE("move choice: settled when the lead is beyond what the scatter between boards explains") {
  const std::string fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  const auto table_of = [&](std::size_t boards, int first, int scatter) {
    std::vector<ScoredBoard> scored;
    for (std::size_t i = 0; i < boards; ++i) {
      scored.push_back({fen, 1, {{"e1d1", cp(first + (i % 2 == 0 ? scatter : -scatter))}, {"e1f1", cp(0)}}});
    }
    return make_table({"e1d1", "e1f1"}, scored);
  };
  const auto is_settled = [&](const ScoreTable& table) {
    return settled(table, rank_requests(table, weights(100, 0, 0)), weights(100, 0, 0));
  };
  // Where the worst board counts, one not seen yet may cost the king.
  const ScoreTable clear = table_of(100, 300, 50);
  CHECK_FALSE(settled(clear, rank_requests(clear, weights(70, 30, 0)), weights(70, 30, 0)));
  CHECK_FALSE(settled(clear, rank_requests(clear, weights(70, 0, 30)), weights(70, 0, 30)));
  CHECK(is_settled(table_of(100, 300, 50)));
  CHECK_FALSE(is_settled(table_of(100, 300, 2'000)));
  CHECK_FALSE(is_settled(table_of(100, 20, 0)));
  CHECK_FALSE(is_settled(table_of(10, 300, 0)));
}
