#include "belief/set/board_set_builder.h"

#include <doctest/doctest.h>

#include <atomic>
#include <map>

#include "tests/belief/numbered_boards.h"

using namespace lanternfish;
using testing::number_of;
using testing::numbered_board;
using testing::same_bytes;

namespace {

constexpr std::size_t kParents = 20'000;
constexpr std::size_t kChildrenOfParent = 20;
constexpr std::size_t kChildren = kParents * kChildrenOfParent;
constexpr std::size_t kNumbers = 30'000;  // that children may have: every child comes about 13 times

std::vector<Hypothesis> all_parents() {
  std::vector<Hypothesis> parents;
  for (std::uint64_t i = 0; i < kParents; ++i) {
    parents.push_back(numbered_board(i + 1, 1.0F / static_cast<float>(i % 97 + 1)));
  }
  return parents;
}

template <typename Add>
void for_each_child(const Hypothesis& parent, Add&& add) {
  std::uint64_t state = number_of(parent);
  for (std::size_t k = 0; k < kChildrenOfParent; ++k) {
    state = state * 6364136223846793005 + 1442695040888963407;
    add(numbered_board((state >> 33) % kNumbers + 1, parent.weight / static_cast<float>(k + 1)));
  }
}

void make(const ParentRun& run, ChildSink& sink) {
  for (const Hypothesis& parent : run.boards) {
    for_each_child(parent, [&](const Hypothesis& child) { sink.add(sink.group(0), child); });
  }
}

struct Built {
  BoardSet set;
  std::size_t peak_bytes;
};

Built build(const std::vector<Hypothesis>& parents, std::size_t children_at_once, int threads) {
  ThreadPool pool(threads);
  SetBuilder builder({BoardRun(parents)},
                     {.children = kChildren, .children_at_once = children_at_once, .expected = {kNumbers}});
  REQUIRE(builder.run(pool, make));
  return {builder.take(0), builder.peak_bytes()};
}

}  // namespace

TEST_CASE("set builder: equal children become one board with the sum of their weights, in the order of first coming") {
  const auto parents = all_parents();
  const BoardSet set = build(parents, kChildren, 1).set;
  std::map<std::uint64_t, double> weights;
  std::map<std::uint64_t, std::size_t> first_coming;
  for (const Hypothesis& parent : parents) {
    for_each_child(parent, [&](const Hypothesis& child) {
      weights[number_of(child)] += static_cast<double>(child.weight);
      first_coming.try_emplace(number_of(child), first_coming.size());
    });
  }
  REQUIRE(set.size() == weights.size());
  REQUIRE(set.shards().size() > 4);
  for (std::size_t s = 0; s < set.shards().size(); ++s) {
    std::size_t last = 0;
    for (const Hypothesis& h : set.shards()[s]) {
      REQUIRE(static_cast<double>(h.weight) == doctest::Approx(weights.at(number_of(h))).epsilon(1e-4));
      REQUIRE(set.shard_of(hash_of(h)) == s);
      REQUIRE(set.find(h) == &h);
      const std::size_t coming = first_coming.at(number_of(h));
      REQUIRE((last == 0 || coming > last));
      last = coming;
    }
  }
}

TEST_CASE("set builder: several waves make the same bytes as one wave, in less memory") {
  const auto parents = all_parents();
  const Built one = build(parents, kChildren * 2, 1);
  for (const std::size_t at_once : {std::size_t{1}, kChildren / 50, kChildren / 3}) {
    CAPTURE(at_once);
    const Built several = build(parents, at_once, 2);
    CHECK(same_bytes(several.set, one.set));
    if (at_once < kChildren / 10) {
      CHECK(several.peak_bytes < one.peak_bytes / 2);
    }
  }
}

TEST_CASE("set builder: two and five threads make the same bytes as one") {
  const auto parents = all_parents();
  const BoardSet one = build(parents, kChildren, 1).set;
  CHECK(same_bytes(build(parents, kChildren, 2).set, one));
  CHECK(same_bytes(build(parents, kChildren, 5).set, one));
}

TEST_CASE("set builder: interrupted again and again, it makes the same bytes as in one go") {
  const auto parents = all_parents();
  const BoardSet whole = build(parents, kChildren, 1).set;
  ThreadPool threads(2);
  SetBuilder builder({BoardRun(parents)},
                     {.children = kChildren, .children_at_once = kChildren / 4, .expected = {kNumbers}});
  int interrupted = 0;
  for (bool complete = false; !complete;) {
    // Each go gets a few runs further than the one before it.
    std::stop_source source;
    std::atomic<int> runs = 0;
    complete = builder.run(threads,
                           [&](const ParentRun& run, ChildSink& sink) {
                             make(run, sink);
                             if (++runs == 40) {
                               source.request_stop();
                             }
                           },
                           {.stop = source.get_token()});
    CHECK(complete == builder.complete());
    interrupted += complete ? 0 : 1;
  }
  CHECK(interrupted > 3);
  CHECK(same_bytes(builder.take(0), whole));
}

TEST_CASE("set builder: each group is the set that would be built alone; with `only`, others are dropped") {
  const auto parents = all_parents();
  ThreadPool threads(2);
  const auto group_of = [](const Hypothesis& child) { return number_of(child) % 2; };
  const auto make_both = [&](const ParentRun& run, ChildSink& sink) {
    for (const Hypothesis& parent : run.boards) {
      for_each_child(parent, [&](const Hypothesis& child) { sink.add(sink.group(group_of(child)), child); });
    }
  };
  const auto plan = [](std::vector<std::size_t> expected) {
    return SetBuilder::Plan{.children = kChildren, .children_at_once = kChildren, .expected = std::move(expected)};
  };
  SetBuilder both({BoardRun(parents)}, plan({kNumbers / 2, kNumbers / 4}));
  REQUIRE(both.run(threads, make_both));
  const std::array<BoardSet, 2> sets = {both.take(0), both.take(1)};
  for (const std::size_t group : {0U, 1U}) {
    SetBuilder alone({BoardRun(parents)}, plan({group == 0 ? kNumbers / 2 : kNumbers / 4}));
    REQUIRE(alone.run(threads, [&](const ParentRun& run, ChildSink& sink) {
      for (const Hypothesis& parent : run.boards) {
        for_each_child(parent, [&](const Hypothesis& child) {
          if (group_of(child) == group) {
            sink.add(sink.group(0), child);
          }
        });
      }
    }));
    CHECK(same_bytes(alone.take(0), sets[group]));
  }
  SetBuilder only({BoardRun(parents)}, plan({kNumbers / 2, kNumbers / 4}));
  REQUIRE(only.run(threads, make_both, {}, 1));
  CHECK(same_bytes(only.take(1), sets[1]));
  CHECK(only.take(0).empty());
}

TEST_CASE("set builder: a run knows the place of its boards in the list of parents") {
  const auto parents = all_parents();
  ThreadPool threads(2);
  // Cut into pieces of odd sizes, one of them empty.
  const BoardRun all(parents);
  const std::vector<BoardRun> pieces = {all.subspan(0, 1), all.subspan(1, 999), all.subspan(1000, 0),
                                        all.subspan(1000)};
  std::atomic<std::size_t> seen = 0;
  build_set(pieces, parents.size(), threads, [&](const ParentRun& run, ChildSink&, const ChildSink::Group&) {
    for (std::size_t i = 0; i < run.boards.size(); ++i) {
      seen += run.boards[i].same_board(parents[run.first + i]) ? 1 : 0;
    }
  });
  CHECK(seen == parents.size());
}

TEST_CASE("set builder: no parents make an empty set") {
  ThreadPool threads(1);
  const BoardSet set = build_set({}, 0, threads, [](const ParentRun&, ChildSink&, const ChildSink::Group&) {});
  CHECK(set.empty());
}
