#include "analysis/asked_requests.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "rules/notation.h"
#include "rules/rbc.h"
#include "tests/analysis/scripted_game.h"

using namespace lanternfish;
using lanternfish::testing::scripted_record;

namespace {

QuestionSettings built_in_settings() {
  QuestionSettings settings;
  settings.config.engine_command = "none";
  settings.limits.nodes = 300;
  return settings;
}

std::size_t rows_with(const std::vector<AskedRequest>& rows, Move move) {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const AskedRequest& row) {
    return row.scores.move == move || std::find(row.same.begin(), row.same.end(), move) != row.same.end();
  }));
}

}  // namespace

TEST_CASE("asked_requests: a row for each outcome, with the request that was made and the pass in any case") {
  // White requests a capture by a pawn where nothing can stand.
  const RecordedGame game =
      recorded_game(scripted_record({{"none", "e2e4"}, {"none", "a7a6"}, {"none", "b2c3"}})).value();
  const auto rows = asked_requests(game, kWhite, 1, built_in_settings(), {});
  REQUIRE(rows.ok());
  CHECK(rows->size() >= 12);
  CHECK(rows->size() <= 14);
  const Move made = parse_move("b2c3").value();
  CHECK(rows_with(*rows, made) == 1);
  CHECK(rows_with(*rows, kNullMove) == 1);
  const auto row =
      std::find_if(rows->begin(), rows->end(), [&](const AskedRequest& r) { return r.scores.move == made; });
  REQUIRE(row != rows->end());
  // It comes to a pass, as do all captures of pawns into the air.
  CHECK(std::find(row->same.begin(), row->same.end(), kNullMove) != row->same.end());
  CHECK(std::find(row->same.begin(), row->same.end(), parse_move("a2b3").value()) != row->same.end());
  for (const AskedRequest& each : *rows) {
    CHECK(each.scores.cp_min <= each.scores.cp_max);
  }
}

TEST_CASE("asked_requests: of requests that differ on no board held one is listed, and the best ones come first") {
  QuestionSettings settings = built_in_settings();
  settings.rows = 1000;
  const RecordedGame game =
      recorded_game(scripted_record({{"none", "e2e4"}, {"none", "a7a6"}, {"none", "d1h5"}})).value();
  const auto rows = asked_requests(game, kWhite, 0, settings, {});
  REQUIRE(rows.ok());
  // White's first turn has one board: 20 moves and the pass.
  CHECK(rows->size() == 21);
  for (std::size_t i = 1; i < rows->size(); ++i) {
    CHECK((*rows)[i - 1].same.size() + (*rows)[i].same.size() < 40);
  }
}

TEST_CASE("asked_requests: a stop ends it with a sentence") {
  const RecordedGame game = recorded_game(scripted_record({{"none", "e2e4"}})).value();
  std::stop_source stop;
  stop.request_stop();
  CHECK(asked_requests(game, kWhite, 0, built_in_settings(), stop.get_token()).error() == "stopped");
}
