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
