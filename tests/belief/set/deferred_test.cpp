#include "belief/set/deferred.h"

#include <doctest/doctest.h>

#include "tests/belief/numbered_boards.h"

using namespace lanternfish;
using testing::number_of;
using testing::numbered_board;

namespace {

double unscaled(std::size_t) { return 0; }

DeferredGroup group_of(std::size_t event, const std::vector<float>& weights) {
  DeferredGroup group{.event = event, .parents = {}};
  for (const float weight : weights) {
    group.parents.push_back(numbered_board(1 + group.parents.size(), weight));
  }
  return group;
}

std::vector<float> weights_of(const DeferredGroup& group) {
  std::vector<float> weights;
  for (const Hypothesis& h : group.parents) {
    weights.push_back(h.weight);
  }
  return weights;
}

BoardSet set_of(std::size_t boards) {
  BoardSet set;
  for (std::size_t i = 0; i < boards; ++i) {
    set.shards()[0].push_back(numbered_board(i + 1, static_cast<float>(boards - i)));
  }
  return set;
}

}  // namespace

TEST_CASE("deferred parents: the likeliest come first, from whatever group, until none is left") {
  DeferredParents deferred(1000);
  deferred.add(group_of(4, {2, 7, 1, 5}));
  deferred.add(group_of(6, {3, 6}));
  REQUIRE(deferred.size() == 6);
  const auto take = [&](std::size_t limit) { return deferred.take(limit, unscaled); };

  const DeferredGroup first = take(2);
  CHECK(first.event == 4);
  CHECK(weights_of(first) == std::vector<float>{5, 7});
  const DeferredGroup second = take(1);
  CHECK(second.event == 6);
  CHECK(weights_of(second) == std::vector<float>{6});
  CHECK(deferred.size() == 3);
  CHECK(weights_of(take(100)) == std::vector<float>{3});
  CHECK(deferred.groups().size() == 1);
  CHECK(weights_of(take(100)) == std::vector<float>{1, 2});
  CHECK(deferred.empty());
  CHECK(deferred.size() == 0);
}

TEST_CASE("deferred parents: weights from before different events are compared as they are now") {
  DeferredParents deferred(1000);
  deferred.add(group_of(0, {1, 2}));
  deferred.add(group_of(3, {5}));
  // Weights before event 0 were multiplied with 8 since.
  const auto scale = [](std::size_t event) { return event == 0 ? 3.0 : 0.0; };
  CHECK(deferred.take(1, scale).event == 0);  // 16 against 5
  CHECK(deferred.take(1, scale).event == 0);  // 8 against 5
  CHECK(deferred.take(1, scale).event == 3);
}

TEST_CASE("deferred parents: a group without parents is not kept") {
  DeferredParents deferred(1000);
  deferred.add(group_of(2, {}));
  CHECK(deferred.empty());
}

TEST_CASE("deferred parents: the order of equal weights does not depend on the order of the parents") {
  DeferredGroup forwards = group_of(0, std::vector<float>(50, 1));
  DeferredGroup backwards{.event = 0, .parents = {forwards.parents.rbegin(), forwards.parents.rend()}};
  DeferredParents one(1000);
  DeferredParents other(1000);
  one.add(std::move(forwards));
  other.add(std::move(backwards));
  const auto a = one.take(10, unscaled).parents;
  const auto b = other.take(10, unscaled).parents;
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(number_of(a[i]) == number_of(b[i]));
  }
}

TEST_CASE("deferred parents: past the capacity the checkpoint stands in for all groups") {
  DeferredParents deferred(100);
  CHECK(deferred.has_room_for(1'000'000));  // there is no checkpoint yet
  deferred.offer_checkpoint(set_of(30), 5);
  CHECK(deferred.size() == 0);
  CHECK(deferred.bytes() >= 30 * sizeof(Hypothesis));
  deferred.add(group_of(7, std::vector<float>(60, 1)));
  CHECK(deferred.has_room_for(40));
  CHECK_FALSE(deferred.has_room_for(41));
  // A set is complete only while nothing is deferred.
  deferred.offer_checkpoint(set_of(10), 8);

  deferred.fall_back();
  REQUIRE(deferred.groups().size() == 1);
  CHECK(deferred.size() == 30);
  const DeferredGroup all = deferred.take(100, unscaled);
  CHECK(all.event == 5);
  CHECK(all.parents.size() == 30);
  CHECK(all.parents.back().weight == 30);
}

TEST_CASE("deferred parents: a large set or an empty one does not replace the checkpoint") {
  DeferredParents deferred(100);
  deferred.offer_checkpoint(set_of(20), 1);
  deferred.offer_checkpoint(set_of(101), 2);
  deferred.offer_checkpoint(set_of(0), 3);
  deferred.fall_back();
  CHECK(deferred.groups()[0].event == 1);
}
