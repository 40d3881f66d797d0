#include "nets/network.h"

#include <doctest/doctest.h>

#include "tests/nets/random_net.h"
#include "tests/nets/slow_net.h"

using namespace lanternfish;
using testing::random_questions;
using testing::SlowNet;
using testing::trained_looking_weights;

namespace {

std::vector<TowerKind> kinds() {
  std::vector<TowerKind> list = {TowerKind::kPlain};
  if (best_tower_kind() != TowerKind::kPlain) {
    list.push_back(best_tower_kind());
  }
  return list;
}

// The largest difference between two lists of answers.
double difference(const std::vector<NetAnswer>& a, const std::vector<NetAnswer>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].logits.size() == b[i].logits.size());
    largest = std::max(largest, std::abs(static_cast<double>(a[i].value) - b[i].value));
    for (std::size_t k = 0; k < a[i].logits.size(); ++k) {
      largest = std::max(largest, std::abs(static_cast<double>(a[i].logits[k]) - b[i].logits[k]));
    }
  }
  return largest;
}

constexpr double kClose = 1e-4;

}  // namespace

TEST_CASE("network: equals the definition, with every tower built in") {
  const NetShape shapes[] = {
      {.planes = 20, .channels = 32, .blocks = 4},
      {.planes = 7, .channels = 16, .blocks = 0, .stem = 1},
      {.planes = 12, .channels = 48, .blocks = 2, .policy_blocks = 1, .value_hidden = 33, .heads = {"All", "Top"}},
      {.planes = 5, .channels = 16, .blocks = 1, .sense = false},
      {.planes = 5, .channels = 16, .blocks = 1, .move = false, .value = false},
  };
  for (const NetShape& shape : shapes) {
    REQUIRE(check_shape(shape));
    const Weights weights = trained_looking_weights(shape, 1);
    const SlowNet slow(weights);
    const std::vector<NetQuestion> questions = random_questions(shape, 5, 2);
    const int last = static_cast<int>(shape.heads.size()) - 1;
    for (const TowerKind kind : kinds()) {
      CAPTURE(kind == TowerKind::kOneDnn);
      Network network(weights, {.batch = 3, .kind = kind});
      const std::vector<NetAnswer> answers = network.evaluate(questions, {.policy = last, .value = 0});
      double largest = 0;
      double sum_of_sizes = 0;
      for (std::size_t i = 0; i < questions.size(); ++i) {
        const SlowNet::Output wanted = slow.run(questions[i].planes, static_cast<std::size_t>(last), 0);
        largest = std::max(largest, std::abs(answers[i].value - wanted.value));
        for (std::size_t k = 0; k < questions[i].actions.size(); ++k) {
          largest = std::max(largest, std::abs(answers[i].logits[k] - wanted.logits[questions[i].actions[k]]));
          sum_of_sizes += std::abs(answers[i].logits[k]);
        }
      }
      CHECK(largest < kClose);
      CHECK(sum_of_sizes > 10);  // not all zero
    }
  }
}

TEST_CASE("network: both towers agree at the size of real networks") {
  const NetShape shape{.planes = 104, .channels = 64, .blocks = 6};
  const Weights weights = trained_looking_weights(shape, 3);
  const std::vector<NetQuestion> questions = random_questions(shape, 21, 4);
  Network plain(weights, {.kind = TowerKind::kPlain});
  Network best(weights, {});
  CHECK(difference(plain.evaluate(questions), best.evaluate(questions)) < kClose);
}

TEST_CASE("network: a batch of n is n batches of one, on any number of threads") {
  const NetShape shape{.planes = 10, .channels = 32, .blocks = 2, .policy_blocks = 1};
  const Weights weights = trained_looking_weights(shape, 5);
  const std::vector<NetQuestion> questions = random_questions(shape, 37, 6);
  for (const TowerKind kind : kinds()) {
    CAPTURE(kind == TowerKind::kOneDnn);
    Network one(weights, {.batch = 1, .kind = kind});
    Network many(weights, {.batch = 16, .kind = kind});
    Network threads(weights, {.threads = 3, .batch = 16, .kind = kind});
    const std::vector<NetAnswer> answers = many.evaluate(questions);
    // The plain loop knows no batches; oneDNN has other kernels for other sizes.
    CHECK(difference(one.evaluate(questions), answers) <= (kind == TowerKind::kPlain ? 0 : kClose));
    CHECK(difference(threads.evaluate(questions), answers) == 0);
    CHECK(difference(many.evaluate(questions), answers) == 0);
  }
}

TEST_CASE("network: only the logits asked for, in the order asked") {
  const NetShape shape{.planes = 10, .channels = 16, .blocks = 1};
  Network network(trained_looking_weights(shape, 7), {});
  std::vector<NetQuestion> questions = random_questions(shape, 2, 8);
  const std::vector<NetAnswer> all = network.evaluate(questions);
  questions[0].actions = {kPassCode, 100, kFirstSenseCode + 63, 7};
  questions[1].actions = {};
  const std::vector<NetAnswer> some = network.evaluate(questions);
  REQUIRE(some[0].logits.size() == 4);
  CHECK(some[0].logits[0] == all[0].logits[kPassCode]);
  CHECK(some[0].logits[1] == all[0].logits[100]);
  CHECK(some[0].logits[2] == all[0].logits[kFirstSenseCode + 63]);
  CHECK(some[0].logits[3] == all[0].logits[7]);
  CHECK(some[1].logits.empty());
  CHECK(some[1].value == all[1].value);
  CHECK(network.evaluate({}).empty());
}

TEST_CASE("network: each headset has its own policy and value") {
  const NetShape shape{.planes = 10, .channels = 16, .blocks = 1, .policy_blocks = 1, .heads = {"All", "Trout"}};
  Network network(trained_looking_weights(shape, 9), {});
  const std::vector<NetQuestion> questions = random_questions(shape, 3, 10);
  const auto all = network.evaluate(questions, {.policy = 0, .value = 0});
  const auto mixed = network.evaluate(questions, {.policy = 1, .value = 0});
  const auto trout = network.evaluate(questions, {.policy = 1, .value = 1});
  CHECK(mixed[0].value == all[0].value);
  CHECK(mixed[0].logits == trout[0].logits);
  CHECK(mixed[0].logits != all[0].logits);
  CHECK(trout[0].value != all[0].value);
}
