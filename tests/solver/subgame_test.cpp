// What solving the second rounds of Leduc again does to the exploitability of a whole strategy.

#include <doctest/doctest.h>

#include "tests/solver/leduc_subgames.h"

namespace lanternfish::solver::testing {
namespace {

constexpr double kSolverError = 0.002;  // chips

// What the best response to `player` wins, in chips.
double lost_by(Player player, const Tree& whole, const Profile& profile) {
  return Leduc::kStake * BestResponse(whole, profile, other(player)).value();
}

TEST_CASE("subgames solved again: safe ones never lose more than before, unsafe ones may") {
  constexpr std::uint64_t kIterations = 2000;
  double greatest_unsafe_loss = 0;
  double greatest_safe_gain = 0;
  for (const std::uint64_t blueprint_iterations : {20, 1000}) {
    Leduc game;
    Solver whole(game, whole_game(Leduc::kStart), {.max_nodes = 10'000});
    REQUIRE(whole.grow_whole());
    whole.run({.iterations = blueprint_iterations});
    const Profile blueprint = profile_of(whole, Iterate::kAverage);
    for (const Player searcher : {Player::kFirst, Player::kSecond}) {
      const double before = lost_by(searcher, whole.tree(), blueprint);
      const auto after = [&](RootKind kind) {
        return lost_by(
            searcher, whole.tree(),
            resolve_second_rounds(game, whole.tree(), blueprint, searcher, kind, kIterations, Iterate::kAverage));
      };
      for (const RootKind kind : {RootKind::kResolve, RootKind::kMaxmargin, RootKind::kBlend}) {
        const double now = after(kind);
        CAPTURE(blueprint_iterations);
        CAPTURE(static_cast<int>(kind));
        CHECK(now < before + kSolverError);
        greatest_safe_gain = std::max(greatest_safe_gain, before - now);
      }
      greatest_unsafe_loss = std::max(greatest_unsafe_loss, after(RootKind::kPlain) - before);
    }
  }
  CHECK(greatest_safe_gain > 0.02);
  CHECK(greatest_unsafe_loss > 0.1);
}

TEST_CASE("subgames solved again: a gift that was not made is what safety can lose at most") {
  // Alternate values that claim a gift of a chip at each of the opponent's sets let the searcher lose up to a chip more
  // there, and no more.
  Leduc game;
  Solver whole(game, whole_game(Leduc::kStart), {.max_nodes = 10'000});
  REQUIRE(whole.grow_whole());
  whole.run({.iterations = 1000});
  const Profile blueprint = profile_of(whole, Iterate::kAverage);
  for (const Player searcher : {Player::kFirst, Player::kSecond}) {
    const double before = lost_by(searcher, whole.tree(), blueprint);
    for (const double gift_in_chips : {0.1, 1.0}) {
      const Profile stitched = resolve_second_rounds(game, whole.tree(), blueprint, searcher, RootKind::kResolve, 1000,
                                                     Iterate::kAverage, gift_in_chips / Leduc::kStake);
      CHECK(lost_by(searcher, whole.tree(), stitched) < before + gift_in_chips + kSolverError);
    }
  }
}

TEST_CASE("subgames solved again: safe while their trees grow, too") {
  Leduc game;
  Solver whole(game, whole_game(Leduc::kStart), {.max_nodes = 10'000});
  REQUIRE(whole.grow_whole());
  whole.run({.iterations = 100});
  const Profile blueprint = profile_of(whole, Iterate::kAverage);
  for (const Player searcher : {Player::kFirst, Player::kSecond}) {
    const double before = lost_by(searcher, whole.tree(), blueprint);
    for (const RootKind kind : {RootKind::kResolve, RootKind::kMaxmargin, RootKind::kBlend}) {
      const double now = lost_by(
          searcher, whole.tree(),
          resolve_second_rounds(game, whole.tree(), blueprint, searcher, kind, 500, Iterate::kAverage, 0, true));
      CHECK(now < before + kSolverError);
    }
  }
}

}  // namespace
}  // namespace lanternfish::solver::testing
