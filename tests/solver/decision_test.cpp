#include "tests/solver/decision.h"

#include <doctest/doctest.h>

#include "tests/solver/games/kuhn.h"
#include "tests/solver/games/matrix_game.h"

namespace lanternfish::solver::testing {
namespace {

TEST_CASE("purified: at most three actions, the likeliest, and only steady ones") {
  const std::vector<float> strategy = {0.1F, 0.3F, 0.15F, 0.25F, 0.2F};
  // Action 1 came after iteration 50, action 0 is the fourth of the rest.
  const std::vector<Option> options = purified(strategy, std::vector<std::uint32_t>{1, 60, 50, 10, 20}, 50);
  REQUIRE(options.size() == 3);
  CHECK(options[0].action == 3);
  CHECK(options[1].action == 4);
  CHECK(options[2].action == 2);
  CHECK(options[0].probability == doctest::Approx(0.25 / 0.6));

  const std::vector<Option> unsteady = purified(strategy, std::vector<std::uint32_t>{99, 99, 99, 99, kNone}, 50);
  REQUIRE(unsteady.size() == 1);
  CHECK(unsteady[0].action == 1);
  CHECK(unsteady[0].probability == 1);
}

TEST_CASE("decision: a plain search plays its likeliest action") {
  MatrixGame game({{1, -0.5}, {-0.25, 1}});
  Solver solver(game, whole_game(MatrixGame::kStart), {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 1000});
  const InfoIndex row = solver.tree().find(Player::kFirst, MatrixGame::kRow);
  const std::vector<Option> options = decide(solver, solver.tree().infoset(row));
  REQUIRE(options.size() == 1);
  CHECK(options[0].action == 1);  // 6/11
}

TEST_CASE("support: an action counts from the iteration since which it has been played without a break") {
  Kuhn kuhn;
  Solver solver(kuhn, whole_game(Kuhn::kStart), {.max_nodes = 100});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 2000});
  const Tree& tree = solver.tree();
  // The second player calls with a queen in a third of all cases, and never with a jack.
  const InfoSet& queen = tree.infoset(tree.find(Player::kSecond, Kuhn::key(1, 0b11)));
  for (const std::uint32_t since : tree.actions(queen, tree.table().support_since)) CHECK(since < 1000);
  const InfoSet& jack = tree.infoset(tree.find(Player::kSecond, Kuhn::key(0, 0b11)));
  CHECK(tree.actions(jack, tree.table().support_since)[Kuhn::kBet] == kNone);
}

TEST_CASE("value of a path: what the opponent gave away by an action, and how likely it was") {
  // To the second player the columns are worth 0.2 and -0.6 against the only row.
  MatrixGame game({{-0.2, 0.6}});
  Solver solver(game, whole_game(MatrixGame::kStart), {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 10});
  const InfoIndex column = solver.tree().find(Player::kSecond, MatrixGame::kColumn);
  const auto path = [&](std::uint32_t action) {
    const OpponentStep step{column, action};
    return value_of_path(solver.tree(), {&step, 1});
  };
  CHECK(path(0).value == doctest::Approx(0.2));
  CHECK(path(0).gift == doctest::Approx(0));
  CHECK(path(0).likelihood == doctest::Approx(1));
  CHECK(path(1).value == doctest::Approx(-0.6));
  CHECK(path(1).gift == doctest::Approx(0.8));
  CHECK(path(1).likelihood == 0);

  // Kuhn poker: the second player with a queen calls a third of the bets; it faces one in half of the deals with the
  // first player's king (bet with 3a) and the jack (bet with a): (3a + a) / 6 of all games.
  Kuhn kuhn;
  Solver poker(kuhn, whole_game(Kuhn::kStart), {.max_nodes = 100});
  REQUIRE(poker.grow_whole());
  poker.run({.iterations = 2000});
  const OpponentStep call{poker.tree().find(Player::kSecond, Kuhn::key(1, 0b11)), Kuhn::kBet};
  const double a = poker.last_strategy(Player::kFirst, Kuhn::key(0, 0b1))[Kuhn::kBet];
  CHECK(value_of_path(poker.tree(), {&call, 1}).likelihood == doctest::Approx(4 * a / 6 / 3).epsilon(1e-3));
  CHECK(Kuhn::kStake * value_of_path(poker.tree(), {&call, 1}).value == doctest::Approx(-1).epsilon(1e-3));
}

}  // namespace
}  // namespace lanternfish::solver::testing
