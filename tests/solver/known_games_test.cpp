// Games whose solutions are known, solved on the whole tree.

#include <cmath>

#include <doctest/doctest.h>

#include "tests/solver/best_response.h"
#include "tests/solver/games/dark_hex.h"
#include "tests/solver/games/kuhn.h"
#include "tests/solver/games/leduc.h"
#include "tests/solver/games/matrix_game.h"

namespace lanternfish::solver::testing {
namespace {

struct Solved {
  double value, average, last;  // the value of the average; exploitability of both iterates
};

Solved figures(const Solver& solver, double stake = 1) {
  const Profile average = profile_of(solver, Iterate::kAverage);
  return {.value = stake * expected_value(solver.tree(), average),
          .average = stake * exploitability(solver.tree(), average),
          .last = stake * exploitability(solver.tree(), profile_of(solver, Iterate::kLast))};
}

Solved solve(Game& game, std::uint64_t iterations, double stake = 1) {
  Solver solver(game, whole_game(0), {.max_nodes = 300'000});
  REQUIRE(solver.grow_whole());
  const Report report = solver.run({.iterations = iterations});
  REQUIRE(report.ending == Ending::kIterations);
  REQUIRE(report.open_nodes == 0);
  return figures(solver, stake);
}

TEST_CASE("matching pennies: half and half, by last and average strategy") {
  MatrixGame pennies({{1, -1}, {-1, 1}});
  Solver solver(pennies, whole_game(0), {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 1000});
  for (const auto& [player, key] :
       {std::pair{Player::kFirst, MatrixGame::kRow}, {Player::kSecond, MatrixGame::kColumn}}) {
    CHECK(solver.average_strategy(player, key)[0] == doctest::Approx(0.5).epsilon(1e-4));
    CHECK(solver.last_strategy(player, key)[0] == doctest::Approx(0.5).epsilon(1e-4));
  }
  CHECK(solver.value() == doctest::Approx(0).epsilon(1e-4));
}

TEST_CASE("pennies with unequal stakes: each side makes the other indifferent") {
  // Row 0 with probability p: p - 0.25 (1 - p) = -0.5 p + (1 - p), so p = 5/11 and the value is 7/22. Column 0 with
  // probability q: q - 0.5 (1 - q) = -0.25 q + (1 - q), so q = 6/11.
  MatrixGame game({{1, -0.5}, {-0.25, 1}});
  Solver solver(game, whole_game(0), {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 2000});
  CHECK(solver.last_strategy(Player::kFirst, MatrixGame::kRow)[0] == doctest::Approx(5.0 / 11).epsilon(1e-3));
  CHECK(solver.last_strategy(Player::kSecond, MatrixGame::kColumn)[0] == doctest::Approx(6.0 / 11).epsilon(1e-3));
  CHECK(figures(solver).value == doctest::Approx(7.0 / 22).epsilon(1e-3));
}

TEST_CASE("Kuhn poker: value -1/18 and a strategy of the known family") {
  Kuhn kuhn;
  Solver solver(kuhn, whole_game(0), {.max_nodes = 100});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 1000});
  const Solved solved = figures(solver, Kuhn::kStake);
  CHECK(solved.value == doctest::Approx(-1.0 / 18).epsilon(1e-4));
  CHECK(solved.average < 1e-4);
  CHECK(solved.last < 1e-4);

  const auto first = [&](int card, unsigned history) {
    return solver.average_strategy(Player::kFirst, Kuhn::key(card, history))[Kuhn::kBet];
  };
  const auto second = [&](int card, unsigned history) {
    return solver.average_strategy(Player::kSecond, Kuhn::key(card, history))[Kuhn::kBet];
  };
  const double a = first(0, 0b1);
  const auto near = [](double value) { return doctest::Approx(value).epsilon(0.005); };
  CHECK(a <= 1.0 / 3 + 0.005);
  CHECK(first(1, 0b1) == near(0));
  CHECK(first(2, 0b1) == near(3 * a));
  CHECK(first(0, 0b101) == near(0));
  CHECK(first(1, 0b101) == near(a + 1.0 / 3));
  CHECK(first(2, 0b101) == near(1));
  CHECK(second(0, 0b10) == near(1.0 / 3));
  CHECK(second(1, 0b10) == near(0));
  CHECK(second(2, 0b10) == near(1));
  CHECK(second(0, 0b11) == near(0));
  CHECK(second(1, 0b11) == near(1.0 / 3));
  CHECK(second(2, 0b11) == near(1));
}

TEST_CASE("Leduc poker: value -0.0856, exploitability below a thousandth of a chip") {
  Leduc leduc;
  const Solved solved = solve(leduc, 2000, Leduc::kStake);
  CHECK(solved.value == doctest::Approx(-0.0856).epsilon(0.002));
  CHECK(solved.average < 1e-3);
  CHECK(solved.last < 0.1);
}

// The first player goes on or stops, and if it went on names a side of a coin that the second player laid.
class GoOnAndGuess : public Game {
 public:
  static constexpr InfoKey kGoOn = 1, kGuess = 2, kCoin = 3;

  void expand(StateId state, Expansion& out) override {
    out.player = state == 1 ? Player::kSecond : Player::kFirst;
    out.key = state == 0 ? kGoOn : state == 1 ? kCoin : kGuess;
    if (state == 0) out.children = {going_on(1), ending(0)};
    if (state == 1) out.children = {going_on(2), going_on(3)};
    if (state == 2) out.children = {ending(1), ending(-1)};
    if (state == 3) out.children = {ending(-1), ending(0.5)};
  }
};

TEST_CASE("the average strategy weighs iteration t by t^2 and by how likely it makes the information set") {
  // The test keeps the sums itself: an iteration in which the first player stops does not count for its guess.
  GoOnAndGuess game;
  Solver solver(game, whole_game(0), {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  double going_on_sum = 0, guess_sum = 0, weight_sum = 0, plain_guess_sum = 0;
  for (int t = 1; t <= 50; ++t) {
    solver.run({.iterations = 1});
    // An iteration updates the first player first, and the average takes its new strategy.
    const double goes_on = solver.last_strategy(Player::kFirst, GoOnAndGuess::kGoOn)[0];
    const double guess = solver.last_strategy(Player::kFirst, GoOnAndGuess::kGuess)[0];
    const double weight = t * t;
    going_on_sum += weight * goes_on;
    guess_sum += weight * goes_on * guess;
    weight_sum += weight;
    plain_guess_sum += weight * guess;
  }
  REQUIRE(std::abs(guess_sum / going_on_sum - plain_guess_sum / weight_sum) > 0.01);
  CHECK(solver.average_strategy(Player::kFirst, GoOnAndGuess::kGuess)[0] ==
        doctest::Approx(guess_sum / going_on_sum).epsilon(1e-4));
}

TEST_CASE("the value of an action is given its information set, to the player who acts there") {
  // To the second player the columns are worth 0.2 and -0.6 against the only row.
  MatrixGame game({{-0.2, 0.6}});
  Solver solver(game, whole_game(0), {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 10});
  const Tree& tree = solver.tree();
  const InfoSet& column = tree.infoset(tree.find(Player::kSecond, MatrixGame::kColumn));
  CHECK(tree.actions(column, tree.table().value)[0] == doctest::Approx(0.2));
  CHECK(tree.actions(column, tree.table().value)[1] == doctest::Approx(-0.6));

  // Kuhn poker: the second player with a queen faces a bet in half of the deals, with the first player's king (bet with
  // 3a) and the jack (bet with a): in (3a + a) / 6 of all games. A call loses a chip on average, as a pass does.
  Kuhn kuhn;
  Solver poker(kuhn, whole_game(0), {.max_nodes = 100});
  REQUIRE(poker.grow_whole());
  poker.run({.iterations = 2000});
  const double a = poker.last_strategy(Player::kFirst, Kuhn::key(0, 0b1))[Kuhn::kBet];
  const InfoSet& queen = poker.tree().infoset(poker.tree().find(Player::kSecond, Kuhn::key(1, 0b11)));
  CHECK(queen.reach == doctest::Approx(4 * a / 6).epsilon(1e-3));
  for (const float value : poker.tree().actions(queen, poker.tree().table().value)) {
    CHECK(Kuhn::kStake * value == doctest::Approx(-1).epsilon(1e-3));
  }
}

TEST_CASE("dark hex 2x2: the first player wins for certain") {
  // It takes a cell next to both cells of the other row and names these in turn: one of them is free.
  DarkHex hex(2, 2, false);
  const Solved solved = solve(hex, 300);
  CHECK(solved.value == doctest::Approx(1).epsilon(1e-3));
  CHECK(solved.last == doctest::Approx(0).epsilon(1e-3));
}

TEST_CASE("abrupt dark hex: values 1/2 on 2x2 and -1/8 on 3x2, where both sides have to mix") {
  DarkHex small(2, 2, true);
  const Solved solved = solve(small, 1000);
  CHECK(solved.value == doctest::Approx(0.5).epsilon(1e-3));
  CHECK(solved.last < 1e-3);
  CHECK(solved.average < 1e-3);
  DarkHex tall(3, 2, true);
  const Solved tall_solved = solve(tall, 400);
  CHECK(tall_solved.value == doctest::Approx(-0.125).epsilon(1e-2));
  CHECK(tall_solved.last < 5e-3);
  CHECK(tall_solved.average < 5e-3);
}

}  // namespace
}  // namespace lanternfish::solver::testing
