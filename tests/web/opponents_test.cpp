#include "tools/web/opponents.h"

#include <doctest/doctest.h>

#include <set>

#include <fmt/format.h>

#include "engine/strategy_traits.h"
#include "support/file.h"
#include "tests/support_files.h"

using namespace lanternfish;

TEST_CASE("web: every strategy is an opponent, with a line, and with the points of the round robin") {
  const auto opponents = own_opponents("@lanternfish");
  const std::string ladder = read_file(testing::source_dir() / "docs/research/round_robin.md").value();
  std::set<std::string> keys;
  for (const Opponent& opponent : opponents) {
    CAPTURE(opponent.key);
    CHECK(keys.insert(opponent.key).second);
    CHECK(opponent.line.size() > 20);
    const bool rated = ladder.find(fmt::format("| `{}` | ", opponent.key)) != std::string::npos;
    CHECK(rated == opponent.elo.has_value());
    if (opponent.elo) {
      CHECK(ladder.find(fmt::format("| `{}` | {:+} |", opponent.key, *opponent.elo)) != std::string::npos);
    }
  }
  for (const std::string_view name : strategy_names()) {
    CHECK(keys.count(std::string(name)) == 1);
  }
}
