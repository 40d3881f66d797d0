#include "tests/solver/best_response.h"

#include <doctest/doctest.h>

#include "tests/solver/games/kuhn.h"
#include "tests/solver/games/leduc.h"
#include "tests/solver/games/matrix_game.h"

namespace lanternfish::solver::testing {
namespace {

template <typename SomeGame>
double exploitability_of_uniform(SomeGame& game) {
  Solver solver(game, whole_game(SomeGame::kStart), {.max_nodes = 10'000});
  REQUIRE(solver.grow_whole());
  return exploitability(solver.tree(), Profile());
}

TEST_CASE("best response: what uniform play loses is what OpenSpiel finds") {
  Kuhn kuhn;
  CHECK(Kuhn::kStake * exploitability_of_uniform(kuhn) == doctest::Approx(0.458333).epsilon(1e-5));
  Leduc leduc;
  CHECK(Leduc::kStake * exploitability_of_uniform(leduc) == doctest::Approx(2.373611).epsilon(1e-5));
}

TEST_CASE("best response: the responder decides for an information set, not for a state") {
  MatrixGame pennies({{1, -1}, {-1, 1}});
  Solver solver(pennies, whole_game(MatrixGame::kStart), {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  Profile profile;
  profile.set(Player::kFirst, MatrixGame::kRow, {0.75F, 0.25F});
  profile.set(Player::kSecond, MatrixGame::kColumn, {1, 0});
  CHECK(expected_value(solver.tree(), profile) == doctest::Approx(0.5));
  // A responder who saw the row would win 1.
  CHECK(BestResponse(solver.tree(), profile, Player::kSecond).value() == doctest::Approx(0.5));
  CHECK(BestResponse(solver.tree(), profile, Player::kFirst).value() == doctest::Approx(1));
}

TEST_CASE("best response: against an equilibrium of Kuhn poker nobody wins more than the value") {
  // A member of the family with a = 1/4: the first player bets the jack with a, never the queen, the king with 3a;
  // calls with the queen with a + 1/3.
  constexpr float a = 0.25F;
  Kuhn kuhn;
  Solver solver(kuhn, whole_game(Kuhn::kStart), {.max_nodes = 100});
  REQUIRE(solver.grow_whole());
  Profile profile;
  const auto set = [&](Player player, int card, unsigned history, float bet) {
    profile.set(player, Kuhn::key(card, history), {1 - bet, bet});
  };
  set(Player::kFirst, 0, 0b1, a), set(Player::kFirst, 1, 0b1, 0), set(Player::kFirst, 2, 0b1, 3 * a);
  set(Player::kFirst, 0, 0b101, 0), set(Player::kFirst, 1, 0b101, a + 1.0F / 3), set(Player::kFirst, 2, 0b101, 1);
  set(Player::kSecond, 0, 0b10, 1.0F / 3), set(Player::kSecond, 1, 0b10, 0), set(Player::kSecond, 2, 0b10, 1);
  set(Player::kSecond, 0, 0b11, 0), set(Player::kSecond, 1, 0b11, 1.0F / 3), set(Player::kSecond, 2, 0b11, 1);
  CHECK(Kuhn::kStake * expected_value(solver.tree(), profile) == doctest::Approx(-1.0 / 18));
  CHECK(exploitability(solver.tree(), profile) == doctest::Approx(0).epsilon(1e-6));
}

}  // namespace
}  // namespace lanternfish::solver::testing
