#include "tools/web/opponents.h"

#include <doctest/doctest.h>

#include <set>

#include <fmt/format.h>

#include "engine/strategy_traits.h"
#include "support/file.h"
#include "tests/support_files.h"

using namespace lanternfish;

TEST_CASE("web: every strategy is an opponent, with a line and with the points that were measured") {
  const auto opponents = own_opponents("@lanternfish");
  std::string measured;
  for (const char* page : {"round_robin", "opponents"}) {
    measured += read_file(testing::source_dir() / fmt::format("docs/research/{}.md", page)).value();
  }
  std::set<std::string> keys;
  for (const Opponent& opponent : opponents) {
    CAPTURE(opponent.key);
    CHECK(keys.insert(opponent.key).second);
    CHECK(opponent.line.size() > 20);
    REQUIRE(opponent.elo.has_value());
    CHECK(measured.find(fmt::format("| `{}` | {:+} |", opponent.key, *opponent.elo)) != std::string::npos);
  }
  for (const std::string_view name : strategy_names()) {
    CHECK(keys.count(std::string(name)) == 1);
  }
}

TEST_CASE("web: a wish for a clock; an increment alone is none on a page of one's own, and refused on a server") {
  const auto asked = [](double base, double increment, int min_base) {
    return clock_of({{"base", base}, {"increment", increment}}, min_base);
  };
  CHECK(asked(300, 2.5, 1).value() == parse_time_control("300+2.5").value());
  CHECK(asked(0.5, 0, 0).value() == parse_time_control("0.5").value());
  CHECK_FALSE(asked(0.5, 0, 1).ok());
  for (const int min_base : {0, 1}) {
    CHECK(clock_of(Json::object(), min_base).value() == std::nullopt);
    CHECK(asked(0, 5, min_base).ok() == (min_base == 0));
    CHECK_FALSE(asked(14401, 0, min_base).ok());
    CHECK_FALSE(asked(60, 601, min_base).ok());
    CHECK_FALSE(asked(60, -1, min_base).ok());
  }
}
