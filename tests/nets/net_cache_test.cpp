#include "nets/net_cache.h"

#include <doctest/doctest.h>

#include "nets/network.h"
#include "tests/nets/random_net.h"

using namespace lanternfish;

namespace {

const NetShape kShape{.planes = 6, .channels = 16, .blocks = 1, .heads = {"All", "Top"}};

// A network that counts what it is asked.
class Counting : public NetEvaluator {
 public:
  explicit Counting(std::size_t& asked) : network_(testing::trained_looking_weights(kShape, 1), {}), asked_(asked) {}
  const NetShape& shape() const override { return network_.shape(); }
  std::vector<NetAnswer> evaluate(std::span<const NetQuestion> questions, HeadChoice heads) override {
    asked_ += questions.size();
    return network_.evaluate(questions, heads);
  }

 private:
  Network network_;
  std::size_t& asked_;
};

std::vector<NetQuestion> questions_with(std::size_t count, std::vector<ActionCode> actions) {
  std::vector<NetQuestion> questions = testing::random_questions(kShape, count, 2);
  for (NetQuestion& question : questions) {
    question.actions = actions;
  }
  return questions;
}

}  // namespace

TEST_CASE("net cache: a question is asked once, and answered every time as by the network") {
  std::size_t asked = 0;
  NetCache cache(std::make_unique<Counting>(asked), 4);
  std::vector<NetQuestion> questions = questions_with(20, {1, 2, kPassCode});
  questions.push_back(questions[3]);
  Network network(testing::trained_looking_weights(kShape, 1), {.batch = 1, .kind = TowerKind::kPlain});
  const std::vector<NetAnswer> wanted = network.evaluate(questions);
  for (int round = 0; round < 2; ++round) {
    const std::vector<NetAnswer> answers = cache.evaluate(questions);
    REQUIRE(answers.size() == 21);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      CHECK(answers[i].value == doctest::Approx(wanted[i].value).epsilon(1e-3));
      for (std::size_t k = 0; k < 3; ++k) {
        CHECK(answers[i].logits.at(k) == doctest::Approx(wanted[i].logits[k]).epsilon(1e-3));
      }
    }
    CHECK(asked == 20);
  }
  CHECK(cache.hits() == 21);
  CHECK(cache.misses() == 20);
}

TEST_CASE("net cache: other planes, actions or heads are other questions") {
  std::size_t asked = 0;
  NetCache cache(std::make_unique<Counting>(asked), 4);
  std::vector<NetQuestion> question = questions_with(1, {1, 2});
  cache.evaluate(question);
  const auto is_new = [&](HeadChoice heads) {
    const std::size_t before = asked;
    cache.evaluate(question, heads);
    return asked == before + 1;
  };
  CHECK_FALSE(is_new({}));
  CHECK(is_new({.policy = 1}));
  CHECK(is_new({.value = 1}));
  question[0].actions = {2, 1};
  CHECK(is_new({}));
  question[0].planes[0].squares ^= bit(9);
  CHECK(is_new({}));
  question[0].planes[0].value = 0.5F;
  CHECK(is_new({}));
  question[0].planes.pop_back();
  CHECK(is_new({}));
  CHECK_FALSE(is_new({}));
}

TEST_CASE("net cache: keeps within its memory, the latest used last to go") {
  std::size_t asked = 0;
  NetCache cache(std::make_unique<Counting>(asked), 1);
  const std::vector<NetQuestion> questions = questions_with(3'000, std::vector<ActionCode>(100, 7));
  const std::span<const NetQuestion> all = questions;
  for (std::size_t i = 0; i < all.size(); ++i) {
    cache.evaluate(all.subspan(i, 1));
    cache.evaluate(all.subspan(0, 1));
    REQUIRE(cache.bytes() <= 1 << 20);
  }
  CHECK(cache.bytes() > 1'000'000);
  CHECK(asked == 3'000);
  cache.evaluate(all.subspan(2'999, 1));
  cache.evaluate(all.subspan(0, 1));
  CHECK(asked == 3'000);
  cache.evaluate(all.subspan(1, 1));
  CHECK(asked == 3'001);
}
