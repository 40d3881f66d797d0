// Ratings over time, as the page of a player shows them.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "tests/folder.h"
#include "tools/server/rating_history.h"
#include "tools/server/standings.h"
#include "tools/server/store.h"

using namespace lanternfish;

TEST_CASE("rating history: ratings over time are what the leaderboard said after so many games") {
  const testing::Folder folder("lanternfish-history");
  const auto store = std::move(open_store(folder / "db.sqlite")).value();
  std::vector<PersonId> ids;
  for (const char* name : {"anna", "bert", "carl"}) {
    ids.push_back(*store->add_person(
        {.id = 0, .name = name, .email = {}, .affiliation = {}, .password_hash = "x", .version = 1, .ranked = true}));
  }
  int version = 1;
  const auto play = [&](std::size_t white, std::size_t black, std::optional<Color> winner) {
    StoredGame game;
    game.players = {ids[white], ids[black]};
    game.versions = {white == 0 ? version : 1, black == 0 ? version : 1};
    game.ranked = true;
    game.clock = "60";
    game.id = *store->add_game(game);
    game.state = GameState::kOver;
    game.winner = winner;
    game.reason = WinReason::kKingCapture;
    game.ended_ms = 1000 * game.id;
    CHECK(*store->save_game(game));
    CHECK(store->commit().ok());
    return game.id;
  };
  RatingHistory history(16);
  const auto count = [&] {
    for (Result<bool> more = true; *more;) {
      more = history.advance(*store);
      REQUIRE(more.ok());
    }
  };
  const auto now = [&](PersonId id) {
    const std::map<PersonId, int> newest{{ids[0], version}, {ids[1], 1}, {ids[2], 1}};
    for (const Standing& row : standings(newest, *store->ranked_tallies())) {
      if (row.person == id) {
        return row;
      }
    }
    return Standing();
  };
  play(0, 1, kWhite);
  count();
  REQUIRE(history.of(ids[0]).size() == 1);
  CHECK(history.of(ids[2]).empty());
  for (int i = 0; i < 3; ++i) {
    play(1, 2, i == 0 ? std::nullopt : std::optional(kBlack));
    play(2, 0, kBlack);
    count();
    const RatingHistory::Point last = history.of(ids[0]).back();
    CHECK(last.rating == doctest::Approx(now(ids[0]).rating.elo));
    CHECK(last.error == doctest::Approx(now(ids[0]).rating.error));
    CHECK(last.games == now(ids[0]).score.games());
  }
  CHECK(history.of(ids[0]).size() == 4);
  // A new version begins anew, and the old one keeps what it was.
  const RatingHistory::Point old = history.of(ids[0]).back();
  version = 2;
  play(0, 1, kBlack);
  count();
  CHECK(history.of(ids[0]).at(3).rating == old.rating);
  CHECK(history.of(ids[0]).back().version == 2);
  CHECK(history.of(ids[0]).back().games == 1);
  // A ranked game that is open holds up those after it: their order is not known yet. Another one holds up nothing.
  StoredGame open;
  open.players = {ids[1], ids[2]};
  open.versions = {1, 1};
  open.clock = "60";
  open.id = *store->add_game(open);
  play(0, 2, kWhite);
  count();
  CHECK(history.of(ids[0]).back().games == 2);
  open.ranked = true;
  open.id = *store->add_game(open);
  const std::size_t before = history.of(ids[0]).size();
  play(0, 2, kWhite);
  count();
  CHECK(history.of(ids[0]).size() == before);
  open.state = GameState::kVoid;
  CHECK(*store->save_game(open));
  count();
  CHECK(history.of(ids[0]).size() == before + 1);
  // A game that is taken back leaves the history, too.
  StoredGame taken_back = **store->game(play(0, 2, kWhite));
  count();
  CHECK(history.of(ids[0]).size() == before + 2);
  taken_back.state = GameState::kVoid;
  taken_back.winner.reset();
  CHECK(*store->save_game(taken_back));
  CHECK(store->commit().ok());
  count();
  CHECK(history.of(ids[0]).size() == before + 1);
  CHECK(history.of(ids[0]).back().rating == doctest::Approx(now(ids[0]).rating.elo));
  // However many games there are, points are few, and the last of a version stays.
  for (int i = 0; i < 60; ++i) {
    play(static_cast<std::size_t>(i % 3), static_cast<std::size_t>((i + 1) % 3), i % 2 == 0 ? kWhite : kBlack);
  }
  count();
  CHECK(history.of(ids[0]).size() <= 18);
  CHECK(history.of(ids[0]).size() >= 8);
  const auto all = history.of(ids[0]);
  CHECK(std::count_if(all.begin(), all.end(),
                      [](const auto& point) { return point.version == 1 && point.games == 4; }) == 1);
}
