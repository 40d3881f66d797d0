// Who plays whom in a class.

#include "tools/arena/class/class_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <doctest/doctest.h>

namespace lanternfish {

namespace {

// All of a plan played; White wins.
std::vector<GameLine> all_played(const std::vector<PlannedGame>& plan) {
  std::vector<GameLine> lines;
  for (const PlannedGame& game : plan) {
    GameLine line;
    line.game = game;
    line.result.winner = kWhite;
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

TEST_CASE("class: a late player meets everybody, and games that were played stay as they are") {
  const std::vector<PlannedGame> first = class_plan(all_pairings({0, 1, 2}), 2, {});
  REQUIRE(first.size() == 6);
  const std::vector<GameLine> played = all_played(first);
  CHECK(class_plan(all_pairings({0, 1, 2}), 2, played) == first);
  const std::vector<PlannedGame> later = class_plan(all_pairings({0, 1, 2, 3}), 2, played);
  REQUIRE(later.size() == 12);
  CHECK(std::equal(first.begin(), first.end(), later.begin()));
  std::set<int> ids;
  for (const PlannedGame& game : later) {
    CHECK(ids.insert(game.id).second);
  }
  CHECK(std::all_of(later.begin() + 6, later.end(),
                    [](const PlannedGame& g) { return g.engines[0] == 3 || g.engines[1] == 3; }));
}

TEST_CASE("class: a game that was taken out is planned again, with its colours") {
  std::vector<GameLine> played = all_played(class_plan(all_pairings({0, 1}), 2, {}));
  const PlannedGame gone = played[1].game;
  played.erase(played.begin() + 1);
  const std::vector<PlannedGame> plan = class_plan(all_pairings({0, 1}), 2, played);
  REQUIRE(plan.size() == 2);
  CHECK(plan[1].engines == gone.engines);
  CHECK(class_plan(all_pairings({0, 1}), 3, all_played(plan)).size() == 3);
}

TEST_CASE("class: a Swiss round pairs players of like score who have not met, and gives each an opponent") {
  std::vector<GameLine> played;
  std::set<Pairing> met;
  for (int round = 1; round <= 3; ++round) {
    const std::vector<Pairing> pairings = swiss_pairings({0, 1, 2, 3, 4}, played, round);
    for (const Pairing& pairing : pairings) {
      met.insert(pairing);
    }
    CHECK(pairings.size() == met.size());
    CHECK(pairings.size() >= static_cast<std::size_t>(2 * round));
    played = all_played(class_plan(pairings, 2, played));
  }
  CHECK(swiss_pairings({0, 1}, {}, 1) == std::vector<Pairing>{{0, 1}});
}

namespace {

std::vector<GameLine> swiss(int players, int rounds, std::vector<GameLine> played) {
  std::vector<int> all(static_cast<std::size_t>(players));
  std::iota(all.begin(), all.end(), 0);
  for (int round = 1; round <= rounds; ++round) {
    played = all_played(class_plan(swiss_pairings(all, played, round), 2, played));
  }
  return played;
}

// By player.
std::map<int, std::set<int>> opponents_in(const std::vector<GameLine>& played) {
  std::map<int, std::set<int>> opponents;
  for (const GameLine& line : played) {
    opponents[line.game.engines[0]].insert(line.game.engines[1]);
    opponents[line.game.engines[1]].insert(line.game.engines[0]);
  }
  return opponents;
}

}  // namespace

TEST_CASE("class: in a Swiss tournament of an odd number everybody has an opponent a round, and nobody two more") {
  const std::vector<GameLine> played = swiss(21, 6, {});
  for (const auto& [player, opponents] : opponents_in(played)) {
    CHECK(opponents.size() >= 6);
    CHECK(opponents.size() <= 7);
  }
  CHECK(played.size() <= 2 * 65);  // 63 would do if nobody had met all who are left over
}

TEST_CASE("class: who comes late to a Swiss tournament gets as many opponents as there are rounds") {
  const std::vector<GameLine> before = swiss(8, 3, {});
  REQUIRE(before.size() == 2 * 12);
  const std::vector<GameLine> one = swiss(9, 3, before);
  CHECK(opponents_in(one)[8].size() == 3);
  CHECK(one.size() == 2 * 15);
  CHECK(swiss(9, 3, one).size() == one.size());
  const std::vector<GameLine> two = swiss(10, 3, before);
  CHECK(opponents_in(two)[8].size() == 3);
  CHECK(opponents_in(two)[9].size() == 3);
  CHECK(two.size() == 2 * 17);
  // Stopped in the middle and gone on with; and too few players for so many rounds.
  CHECK(opponents_in(swiss(9, 3, {one.begin(), one.begin() + 27}))[8].size() == 3);
  CHECK(opponents_in(swiss(3, 5, {}))[2].size() == 2);
}

TEST_CASE("class: a Swiss tournament plans nothing for who cannot play any more") {
  const std::vector<GameLine> played = all_played(class_plan(swiss_pairings({0, 1, 2, 3}, {}, 1), 2, {}));
  for (const PlannedGame& game : class_plan(swiss_pairings({1, 2, 3}, played, 2), 4, played)) {
    const bool is_new =
        std::none_of(played.begin(), played.end(), [&](const GameLine& line) { return line.game == game; });
    CHECK_FALSE((is_new && (game.engines[0] == 0 || game.engines[1] == 0)));
  }
}

}  // namespace lanternfish
