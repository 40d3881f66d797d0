#include "engine/sampling.h"

#include <doctest/doctest.h>

#include <map>

using namespace lanternfish;

namespace {

// Boards told apart by where a single knight stands.
BoardSet knights(std::size_t count, double (*weight)(std::size_t)) {
  BoardSet set;
  for (std::size_t i = 0; i < count; ++i) {
    Hypothesis h;
    h.toggle(bit(static_cast<Square>(i)), kKnight);
    h.weight = static_cast<float>(weight(i));
    set.shards()[0].push_back(h);
  }
  return set;
}

std::size_t index_of(const Hypothesis& h) { return lowest(h.occupied()); }

}  // namespace

TEST_CASE("sampling: boards come without repetition, all of them when there is room, and the same for a seed") {
  const BoardSet set = knights(40, [](std::size_t i) { return 1.0 + static_cast<double>(i); });
  Random random(5, 1, 1);
  const auto all = sample_boards(set, 100, random).boards;
  std::map<std::size_t, int> seen;
  for (const Hypothesis& h : all) {
    ++seen[index_of(h)];
  }
  CHECK(all.size() == 40);
  CHECK(seen.size() == 40);
  Random again(5, 1, 1);
  const auto few = sample_boards(set, 7, again).boards;
  REQUIRE(few.size() == 7);
  for (std::size_t i = 0; i < few.size(); ++i) {
    CHECK(few[i].same_board(all[i]));  // every beginning is a sample by itself
  }
  CHECK(sample_boards(set, 0, again).boards.empty());
  CHECK(sample_boards(BoardSet(), 5, again).boards.empty());
}

TEST_CASE("sampling: a board is drawn first as often as it weighs") {
  const BoardSet set = knights(2, [](std::size_t i) { return i == 0 ? 1.0 : 9.0; });
  int light = 0;
  constexpr int kDraws = 4'000;
  for (int i = 0; i < kDraws; ++i) {
    Random random(static_cast<std::uint64_t>(i), 1, 1);
    light += index_of(sample_boards(set, 1, random).boards[0]) == 0 ? 1 : 0;
  }
  CHECK(light > kDraws * 0.08);
  CHECK(light < kDraws * 0.12);
}

TEST_CASE("sampling: weights of a sample give averages of the whole set") {
  const BoardSet set = knights(60, [](std::size_t i) { return i % 10 == 0 ? 20.0 : 1.0; });
  const auto value = [](const Hypothesis& h) {
    return index_of(h) % 10 == 0 ? 100.0 : static_cast<double>(index_of(h));
  };
  double exact = 0;
  set.for_each([&](const Hypothesis& h) { exact += h.weight * value(h); });
  exact /= set.total_weight();
  double sum = 0, total = 0;
  constexpr std::size_t kScored = 20;
  constexpr int kSeeds = 2'000;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed, 1, 1);
    const BoardSample drawn = sample_boards(set, 30, random);
    for (std::size_t i = 0; i < kScored; ++i) {
      const double weight = sample_weight(drawn, i, kScored);
      sum += weight * value(drawn.boards[i]);
      total += weight;
    }
  }
  CHECK(sum / total == doctest::Approx(exact).epsilon(0.01));
  CHECK(total / kSeeds == doctest::Approx(set.total_weight()).epsilon(0.01));
}

TEST_CASE("sampling: once all boards are known each counts as it weighs") {
  const BoardSet set = knights(10, [](std::size_t i) { return 1.0 + static_cast<double>(i); });
  Random random(1, 1, 1);
  const BoardSample drawn = sample_boards(set, 10, random);
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(sample_weight(drawn, i, 10) == doctest::Approx(drawn.boards[i].weight));
    CHECK(sample_weight(drawn, i, 5) > drawn.boards[i].weight);
  }
}

TEST_CASE("sampling: boards drawn more eagerly than they weigh still give averages of the whole set") {
  const BoardSet set = knights(60, [](std::size_t) { return 1.0; });
  const auto rate = [](const Hypothesis& h) { return index_of(h) < 6 ? 5.0 : 1.0; };
  double eager = 0, total = 0, drawn_eager = 0;
  constexpr int kSeeds = 2'000;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed, 1, 1);
    const BoardSample drawn = sample_boards(set, 20, random, rate);
    for (std::size_t i = 0; i < 20; ++i) {
      const double weight = sample_weight(drawn, i, 20);
      total += weight;
      eager += index_of(drawn.boards[i]) < 6 ? weight : 0;
      drawn_eager += index_of(drawn.boards[i]) < 6 ? 1 : 0;
    }
  }
  CHECK(eager / total == doctest::Approx(0.1).epsilon(0.02));
  CHECK(drawn_eager / kSeeds > 4);  // of 20; two would be their share
}

TEST_CASE("sampling: equally likely boards") {
  const BoardSet set = knights(50, [](std::size_t i) { return i == 0 ? 1e6 : 1.0; });
  CHECK(equally_likely(set).total_weight() == 50);
  int heavy = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed, 1, 1);
    heavy += index_of(sample_equally(set, 1, random)[0]) == 0 ? 1 : 0;
  }
  CHECK(heavy < 30);
}

TEST_CASE("sampling: a thinned set keeps to its limit and to the whole range") {
  const BoardSet set = knights(64, [](std::size_t) { return 1.0; });
  for (const std::size_t limit : {1, 3, 10, 63}) {
    const BoardSet few = thinned(set, limit);
    CAPTURE(limit);
    CHECK(few.size() <= limit);
    CHECK(few.size() * 3 >= limit);
  }
  CHECK(thinned(set, 64).size() == 64);
  std::size_t last = 0;
  thinned(set, 4).for_each([&](const Hypothesis& h) { last = index_of(h); });
  CHECK(last >= 32);
}
