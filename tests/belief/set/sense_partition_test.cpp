#include "belief/set/sense_partition.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "tests/belief/blind_belief.h"

using namespace lanternfish;
using testing::blind_belief;

TEST_CASE("sense partition: every window splits the set as its true contents do, for any number of threads") {
  ThreadPool one(1);
  ThreadPool seven(7);
  const Belief belief = blind_belief(one);
  const BoardSet& set = belief.boards();
  REQUIRE(set.size() > 2000);
  const auto splits = split_by_windows(set, ~Bitboard{0}, one);
  const auto by_seven = split_by_windows(set, ~Bitboard{0}, seven);
  REQUIRE(splits.size() == 64);
  const double total = set.total_weight();
  for (std::size_t i = 0; i < 64; ++i) {
    const WindowSplit& split = splits[i];
    REQUIRE(split.center == i);
    struct Group {
      std::uint64_t boards = 0;
      double weight = 0;
      std::uint32_t content = 0;
    };
    std::map<std::string, Group> groups;
    set.for_each([&](const Hypothesis& h) {
      Group& group = groups[format_window(sense(unpack(h, belief.own()), split.center))];
      REQUIRE((group.boards == 0 || group.content == window_content(h, split.center)));
      group.content = window_content(h, split.center);
      ++group.boards;
      group.weight += h.weight;
    });
    std::uint64_t worst = 0;
    double expected = 0;
    double gain = 0;
    for (const auto& [text, group] : groups) {
      const double p = group.weight / total;
      worst = std::max(worst, group.boards);
      expected += p * static_cast<double>(group.boards);
      gain -= p * std::log2(p);
    }
    CAPTURE(format_square(split.center));
    CHECK(split.results == groups.size());
    CHECK(split.worst_boards == worst);
    CHECK(split.expected_boards == doctest::Approx(expected).epsilon(1e-4));
    CHECK(split.gain_bits == doctest::Approx(gain).epsilon(1e-4));
    CHECK(by_seven[i].expected_boards == split.expected_boards);
    CHECK(by_seven[i].results == split.results);
    CHECK(by_seven[i].gain_bits == split.gain_bits);
  }
}
