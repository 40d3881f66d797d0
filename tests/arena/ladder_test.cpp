#include <doctest/doctest.h>

#include <sstream>

#include <fmt/format.h>

#include "support/file.h"
#include "tests/arena/engines.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tools/arena/statistics/ladder.h"

using namespace lanternfish;
using lanternfish::testing::arena;
using lanternfish::testing::Folder;
using lanternfish::testing::kFakeEngine;
using lanternfish::testing::Output;

namespace {

using Place = Crossing::Place;

Crossing half_of(const std::vector<Rung>& rungs) { return climb(rungs).value().half; }

}  // namespace

TEST_CASE("ladder: one half is interpolated in the logarithm of the nodes") {
  // 80 % at 10 and 20 % at 1,000: one half lies half way, at 100.
  const Crossing half = half_of({{1, {40, 0, 0}}, {10, {32, 0, 8}}, {1000, {8, 0, 32}}, {10'000, {0, 0, 40}}});
  CHECK(half.place == Place::kWithin);
  CHECK(half.nodes == doctest::Approx(100));
  // 60 % and 0 %: one sixth of the way from 1 to 1,000,000.
  CHECK(half_of({{1, {6, 0, 4}}, {1'000'000, {0, 0, 10}}}).nodes == doctest::Approx(10));
  // A draw is half a point; rungs at exactly one half are the answer, or the middle between them.
  CHECK(half_of({{1, {9, 0, 1}}, {10, {3, 4, 3}}, {100, {0, 0, 10}}}).nodes == doctest::Approx(10));
  CHECK(half_of({{1, {9, 0, 1}}, {10, {5, 0, 5}}, {1000, {5, 0, 5}}, {10'000, {0, 0, 1}}}).nodes ==
        doctest::Approx(100));
}

TEST_CASE("ladder: beyond its ends it says so") {
  CHECK(half_of({{1, {1, 0, 9}}, {10, {0, 0, 10}}}).place == Place::kBelow);
  CHECK(half_of({{1, {1, 0, 9}}, {10, {0, 0, 10}}}).nodes == doctest::Approx(1));
  CHECK(half_of({{1, {10, 0, 0}}, {10, {6, 0, 4}}}).place == Place::kAbove);
  CHECK(half_of({{1, {10, 0, 0}}, {10, {6, 0, 4}}}).nodes == doctest::Approx(10));
  CHECK_FALSE(climb({{1, {}}, {10, {}}}).has_value());
}

TEST_CASE("ladder: rungs that rise by chance are pooled, rungs without games do not count") {
  // 40 % and 60 % with the same number of games are 50 % at both: half way between 10 and 1,000.
  CHECK(half_of({{1, {10, 0, 0}}, {10, {4, 0, 6}}, {100, {}}, {1000, {6, 0, 4}}, {10'000, {0, 0, 10}}}).nodes ==
        doctest::Approx(100));
  // More games count for more: the pool of 4 of 10 and 60 of 100 is won.
  const Crossing half = half_of({{1, {10, 0, 0}}, {10, {4, 0, 6}}, {100, {60, 0, 40}}, {1000, {0, 0, 10}}});
  CHECK(half.nodes > 100);
}

TEST_CASE("ladder: the ends of the intervals give the range, and more games a narrower one") {
  const auto ladder = [](int n) {
    return climb({{1, {9 * n, 0, n}}, {10, {7 * n, 0, 3 * n}}, {100, {3 * n, 0, 7 * n}}, {1000, {n, 0, 9 * n}}})
        .value();
  };
  const LadderResult few = ladder(1), many = ladder(10);
  CHECK(few.half.nodes == doctest::Approx(many.half.nodes));
  CHECK(few.low.nodes < many.low.nodes);
  CHECK(many.low.nodes < many.half.nodes);
  CHECK(many.half.nodes < many.high.nodes);
  CHECK(many.high.nodes < few.high.nodes);
  // Wilson's interval of 7 of 10, as textbooks have it.
  CHECK(score_interval({7, 0, 3}).low == doctest::Approx(0.397).epsilon(0.002));
  CHECK(score_interval({7, 0, 3}).high == doctest::Approx(0.892).epsilon(0.002));
  CHECK(score_interval({10, 0, 0}).high == doctest::Approx(1));
  CHECK(score_interval({10, 0, 0}).low < 0.8);
}

TEST_CASE("ladder: one command plays it, goes on where it was, and leaves table and chart") {
  const Folder folder("lanternfish_ladder_test");
  const std::string records = (folder.path() / "games").string();
  const auto climb_with = [&](const std::string& more) {
    return lanternfish::testing::run(
        arena(fmt::format("gauntlet --ladder=1,30 --engine 'name=blind cmd={}' --tc 20 "
                          "--turn-limit 3 --seed 1 --records '{}' {}",
                          kFakeEngine, records, more)));
  };
  const Output first = climb_with("--games 1");
  CAPTURE(first.text);
  CHECK(first.status == 0);
  CHECK(first.text.find("perfect-30") != std::string::npos);
  // Nobody wins in three turns: one half everywhere, so half way between the rungs.
  CHECK(first.text.find("blind scores one half at 5 nodes a move") != std::string::npos);
  CHECK(first.text.find("games/ladder.html") != std::string::npos);
  const std::string page = read_file(folder.path() / "games" / "ladder.html").value();
  CHECK(page.find("\"ladder\":{\"rungs\":[{\"nodes\":1,") != std::string::npos);
  CHECK(page.find("The ladder of sight") != std::string::npos);

  const Output longer = climb_with("--games 2");
  CHECK(longer.text.find("2 of 4 games were already played") != std::string::npos);
  CHECK(lanternfish::testing::run(arena("merge '" + records + "'")).text.find("blind scores one half at 5") !=
        std::string::npos);
}

TEST_CASE("ladder: what is no ladder is said before a game") {
  const auto says = [](const std::string& arguments, const std::string& text) {
    const Output output = lanternfish::testing::run(arena("gauntlet " + arguments));
    CAPTURE(output.text);
    CHECK(output.status == 2);
    CHECK(output.text.find(text) != std::string::npos);
  };
  for (const char* bad : {"1,,2", "1,x", "10,1", "0", "1,1", "1,"}) {
    says(fmt::format("--engine true --ladder='{}'", bad), "is no ladder");
  }
  says("--engine true --engine true --ladder", "wants one engine, not 2");
  CHECK(lanternfish::testing::run(arena("match --ladder")).text.find("unknown option") != std::string::npos);
}
