#include <doctest/doctest.h>

#include <set>

#include "tools/arena/tournament/plan.h"

using namespace lanternfish;

TEST_CASE("plan: pairs swap colours, and a longer tournament begins like a shorter one") {
  const auto plan = make_plan({TournamentKind::kRoundRobin, 3, 4});
  REQUIRE(plan.size() == 12);
  for (std::size_t i = 0; i < plan.size(); i += 2) {
    CHECK(plan[i].pair == plan[i + 1].pair);
    CHECK(plan[i].engines[kWhite] == plan[i + 1].engines[kBlack]);
    CHECK(plan[i].engines[kBlack] == plan[i + 1].engines[kWhite]);
  }
  const auto longer = make_plan({TournamentKind::kRoundRobin, 3, 10});
  CHECK(std::equal(plan.begin(), plan.end(), longer.begin()));
}

TEST_CASE("plan: kinds have their pairings") {
  CHECK(make_plan({TournamentKind::kGauntlet, 5, 2}).size() == 8);
  CHECK(make_plan({TournamentKind::kRoundRobin, 5, 2}).size() == 20);
  CHECK(make_plan({TournamentKind::kMatch, 2, 5}).size() == 5);
  // With mirrors each ordered pair of players, and each player with itself, has as many games: a table of cells.
  const auto mirrored = make_plan({TournamentKind::kRoundRobin, 5, 50, true});
  CHECK(mirrored.size() == 25 * 25);
}

TEST_CASE("plan: shards hold each game once and keep pairs together") {
  const auto plan = make_plan({TournamentKind::kRoundRobin, 4, 6});
  std::set<int> ids;
  for (const char* text : {"1/3", "2/3", "3/3"}) {
    const Shard shard = parse_shard(text).value();
    for (const PlannedGame& game : plan) {
      if (shard.holds(game)) {
        CHECK(ids.insert(game.id).second);
        CHECK(shard.holds({game.id, game.pair, {}}));
      }
    }
  }
  CHECK(ids.size() == plan.size());
  for (const char* bad : {"0/3", "4/3", "1", "1/", "1/x", "a/3"}) {
    CHECK_FALSE(parse_shard(bad).ok());
  }
}

TEST_CASE("plan: seeds differ by game and colour, fit a spin option and come again") {
  std::set<std::uint32_t> seeds;
  for (int game = 1; game <= 500; ++game) {
    for (const Color c : {kWhite, kBlack}) {
      const std::uint32_t seed = derive_seed(7, game, c);
      CHECK(seed >= 1);
      CHECK(seed <= 2'147'483'647);
      CHECK(derive_seed(7, game, c) == seed);
      seeds.insert(seed);
    }
  }
  CHECK(seeds.size() == 1000);
  CHECK(derive_seed(8, 1, kWhite) != derive_seed(7, 1, kWhite));
}
