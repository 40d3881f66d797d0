#include "tools/server/pairing.h"

#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace lanternfish {

namespace {

const auto kAny = [](PersonId, PersonId, int) { return true; };

Places places_of(const std::vector<PersonId>& players, int each) {
  Places places;
  for (const PersonId player : players) {
    places.of[player] = each;
  }
  return places;
}

}  // namespace

TEST_CASE("pairing: who have played each other least come first, colours in turn") {
  Places places = places_of({1, 2, 3}, 1);
  PairCounts counts;
  counts.add(1, 2, 1);
  counts.add(3, 1, 1);
  CHECK(next_games({1, 2, 3}, places, counts, kAny) == std::vector<NextGame>{{2, 3}});
  CHECK(!places.free(2));
  CHECK(places.free(1));

  counts.add(2, 3, 1);  // beside the game above
  places = places_of({1, 2, 3}, 2);
  // 2 had White against 3 twice, 1 had it against 2, and 3 against 1.
  CHECK(next_games({1, 2, 3}, places, counts, kAny) == std::vector<NextGame>{{2, 1}, {1, 3}, {3, 2}});
}

TEST_CASE("pairing: nobody gets more than there is room for, nor a game that may not be") {
  const auto first_games = [](Places& places, const auto& may_play) {
    PairCounts none;
    return next_games({1, 2, 3, 4}, places, none, may_play);
  };
  Places places = places_of({1, 2, 3, 4}, 1);
  CHECK(first_games(places, kAny).size() == 2);
  CHECK(first_games(places, kAny).empty());

  places = places_of({1, 2, 3, 4}, 3);
  const auto never_one = [](PersonId one, PersonId other, int games) { return one != 1 && other != 1 && games == 0; };
  CHECK(first_games(places, never_one).size() == 3);
  CHECK(places.of[1] == 3);

  // All bots of the house together have one place.
  places = places_of({1, 2, 3, 4}, 3);
  places.house = {{3, true}, {4, true}};
  places.of_house = 1;
  int with_house = 0;
  for (const NextGame& game : first_games(places, kAny)) {
    with_house += game.white > 2 || game.black > 2 ? 1 : 0;
  }
  CHECK(with_house == 1);
}

TEST_CASE("pairing: round after round everybody meets everybody equally often, with both colours") {
  const std::vector<PersonId> players{5, 9, 2, 7, 4};
  PairCounts counts;
  std::map<std::pair<PersonId, PersonId>, int> whites;
  int games = 0;
  while (true) {
    Places places = places_of(players, 1);
    const auto next = next_games(players, places, counts, [](PersonId, PersonId, int so_far) { return so_far < 4; });
    if (next.empty()) {
      break;
    }
    for (const NextGame& game : next) {
      ++whites[{game.white, game.black}];
      ++games;
    }
  }
  CHECK(games == 4 * 10);
  CHECK(counts.of(5, 4).games == 4);
  CHECK(whites.size() == 20);
  for (const auto& [colours, times] : whites) {
    CHECK(times == 2);
  }
}

TEST_CASE("pairing: nobody sits out oftener than others, and nobody has one colour always") {
  const std::vector<PersonId> players{1, 2, 3, 4, 5, 6, 7, 8, 9};
  PairCounts counts;
  for (int round = 1; round <= 9; ++round) {  // each pair once: one of nine sits out
    Places places = places_of(players, 1);
    next_games(players, places, counts, [](PersonId, PersonId, int so_far) { return so_far < 1; });
    for (const PersonId player : players) {
      CAPTURE(round);
      CAPTURE(player);
      CHECK(counts.of(player).games >= round - 2);
      CHECK(std::abs(counts.of(player).more_white) <= 2);
    }
  }
}

}  // namespace lanternfish
