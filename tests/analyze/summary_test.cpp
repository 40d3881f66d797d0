#include "tools/analyze/report/summary.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/analysis/analyzed.h"
#include "tests/analysis/scripted_game.h"

using namespace lanternfish;
using lanternfish::testing::analyzed;
using lanternfish::testing::knight_attack;
using lanternfish::testing::scripted_record;
using lanternfish::testing::settings_with;

TEST_CASE("summary: kings that could be taken, and those that were missed") {
  const GameRecord record = scripted_record(
      {{"none", "e2e4"}, {"none", "f7f6"}, {"none", "d1h5"}, {"none", "a7a6"}, {"none", "h5d1"}, {"none", "a6a5"}});
  const auto missed = analyzed(record, kWhite, settings_with({}));
  const auto taken = analyzed(knight_attack(), kWhite, settings_with({}));
  Summary summary({});
  summary.add({"game", kWhite, "ann", "bob", missed, 0});
  summary.add({"game", kWhite, "ann", "bob", taken, 0});
  const TurnTally& ann = summary.players().at("ann");
  CHECK(ann.kings_available == 2);
  CHECK(ann.kings_missed == 1);
  CHECK(ann.lost == 0);
  CHECK(ann.regret.mean() <= kMaxRegret);
}

TEST_CASE("summary: whatever a player is called, its row has a line and its cells") {
  Summary summary({"a|b"});
  summary.add({"game", kWhite, "x\n|\ny", "bob", {}, 0});
  const std::string text = summary.text();
  CHECK(text.find("| x \\| y | 0 |") != std::string::npos);
  CHECK(text.find("| a\\|b | 0 |") != std::string::npos);
}

TEST_CASE("summary: a strategy that follows the game has columns of its own, and what it lost counts") {
  AnalysisSettings settings = settings_with({Strategy::kMht, Strategy::kTrout});
  settings.follow = true;
  const GameRecord blind = scripted_record({{"none", "e2e4"},
                                            {"none", "e7e5"},
                                            {"none", "g1f3"},
                                            {"none", "b8c6"},
                                            {"none", "f1b5"},
                                            {"none", "a7a6"},
                                            {"none", "b5a4"},
                                            {"none", "g8f6"}});
  const auto turns = analyzed(blind, kWhite, settings);
  REQUIRE(turns.size() == 4);
  Summary summary({"mht", "trout"});
  summary.add({"game", kWhite, "ann", "bob", turns, 0});
  CHECK(summary.lost() == 0);
  CHECK(summary.strategies()[0].boards_before.mean() < summary.recorded().boards_before.mean());
  CHECK(summary.text().find(fmt::format("| 4 | 1 | {0} ({0}) |", turns[3].before_sense.boards)) != std::string::npos);
  CHECK(summary.json_lines().find("{\"type\":\"followed_turn\",\"turn\":4,\"players\":1") != std::string::npos);
  auto strayed = turns;
  strayed[1].strategies[1].before->holding = Holding::kLost;  // trout's own senses only: the recorded player holds it
  summary.add({"game", kWhite, "ann", "bob", strayed, 0});
  CHECK(summary.all().lost == 0);
  CHECK(summary.lost() == 1);
}

TEST_CASE("summary: points lost count most where the game hangs, and are compared turn by turn") {
  const auto verdict = [](double best, double regret) {
    RequestVerdict v;
    v.value = best - regret;
    v.regret = regret;
    return v;
  };
  CHECK(points_lost(verdict(0, 0)) == 0);
  CHECK(points_lost(verdict(150, 300)) == doctest::Approx(100 * (2 / (1 + std::exp(-0.5)) - 1)));  // from +150 to -150
  CHECK(points_lost(verdict(9000, 300)) < 0.01);
  CHECK(points_lost(verdict(0, 7000)) == doctest::Approx(50));

  const auto turn = [&](double a, double b) {
    TurnAnalysis analysis;
    analysis.strategies.resize(2);
    analysis.strategies[0].request = verdict(150, a);
    analysis.strategies[1].request = verdict(150, b);
    return analysis;
  };
  Summary summary({"a", "b"});
  for (const TurnAnalysis& one : {turn(0, 300), turn(300, 300), turn(0, 300), turn(300, 300)}) {
    summary.add({"game", kWhite, "ann", "bob", {one}, 0});
  }
  // Markdown: each row of a table has as many columns as its head.
  std::istringstream lines(summary.text());
  std::ptrdiff_t columns = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto bars = std::count(line.begin(), line.end(), '|');
    CHECK((columns == 0 || bars == 0 || bars == columns));
    columns = bars;
  }
  const double lost = points_lost(verdict(150, 300));
  CHECK(summary.strategies()[0].points_lost.mean() == doctest::Approx(lost / 2));
  // Differences of lost, 0, lost, 0: less scatter than either column has against the other.
  CHECK(summary.text().find(fmt::format("| b | 4 | {:+.2f} ± {:.2f} |", lost / 2, lost / std::sqrt(12.0))) !=
        std::string::npos);
  CHECK(summary.json_lines().find("{\"type\":\"points_lost_difference\",\"name\":\"b\",\"against\":\"a\"") !=
        std::string::npos);

  // Turns of one game are no witnesses of each other: the same differences in two games, and in one.
  Summary two({"a", "b"});
  two.add({"game", kWhite, "ann", "bob", {turn(0, 300), turn(0, 300)}, 0});
  two.add({"game", kBlack, "cid", "ann", {turn(300, 300), turn(300, 300)}, 0});
  CHECK(two.text().find(fmt::format("| b | 4 | {:+.2f} ± {:.2f} |", lost / 2, lost / 2)) != std::string::npos);
  CHECK(two.strategies()[0].points_lost.standard_error() == doctest::Approx(lost / 2));
  Summary one({"a", "b"});
  one.add({"game", kWhite, "ann", "bob", {turn(0, 300), turn(0, 300), turn(300, 300), turn(300, 300)}, 0});
  CHECK(one.text().find(fmt::format("| b | 4 | {:+.2f} |", lost / 2)) != std::string::npos);
  CHECK(one.json_lines().find("\"standard_error\":null") != std::string::npos);
}
