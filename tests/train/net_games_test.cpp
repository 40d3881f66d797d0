#include "tools/train/net_games.h"

#include <cmath>

#include <doctest/doctest.h>

#include "nets/history_planes.h"
#include "nets/network.h"
#include "tests/nets/random_net.h"

using namespace lanternfish;

namespace {

const std::atomic<bool> kGoOn = false;

Network tiny_network(unsigned seed) {
  return Network(
      testing::trained_looking_weights({.planes = kHistoryPlanes, .channels = 16, .blocks = 0, .stem = 1}, seed),
      {.kind = TowerKind::kPlain});
}

std::vector<NetGame> some_games() {
  std::vector<NetGame> games(6);
  for (std::size_t i = 0; i < games.size(); ++i) {
    games[i].opponent = i % 3 == 0 ? 1 : 0;
    games[i].learner = i % 2 == 0 ? kWhite : kBlack;
  }
  return games;
}

}  // namespace

TEST_CASE("games of networks: each ends, and the learner's decisions are those that its network made") {
  Network learner = tiny_network(1);
  Network one = tiny_network(2);
  Network other = tiny_network(3);
  NetEvaluator* const opponents[] = {&one, &other};
  std::vector<NetGame> games = some_games();
  const NetGameSettings settings{.turn_limit = 6, .sampled_turns = 6};
  REQUIRE(play_net_games(learner, opponents, settings, games, kGoOn));
  for (const NetGame& game : games) {
    REQUIRE(game.senses.size() == game.requests.size());
    CHECK(game.senses.size() >= 2);
    CHECK(game.senses.size() <= 6);
    CHECK((game.senses.size() == 6 || game.outcome != 0));
    for (const auto* list : {&game.senses, &game.requests}) {
      for (const PlayedDecision& decision : *list) {
        const NetAnswer answer = learner.evaluate({&decision.question, 1})[0];
        double sum = 0;
        for (const float logit : answer.logits) {
          sum += std::exp(logit);
        }
        CHECK(decision.log_probability ==
              doctest::Approx(answer.logits[decision.chosen] - std::log(sum)).epsilon(1e-4));
        CHECK(decision.value == answer.value);
      }
    }
    CHECK(game.senses[0].question.actions.size() == 64);
    CHECK(game.requests[0].question.actions.back() == kPassCode);
  }
}

TEST_CASE("games of networks: the same seed plays the same games, another one does not") {
  Network learner = tiny_network(1);
  Network other = tiny_network(2);
  NetEvaluator* const opponents[] = {&other, &other};
  const auto first_senses = [&](std::uint64_t seed) {
    std::vector<NetGame> games = some_games();
    REQUIRE(play_net_games(learner, opponents, {.turn_limit = 4, .sampled_turns = 4, .seed = seed}, games, kGoOn));
    std::vector<std::size_t> chosen;
    for (const NetGame& game : games) {
      for (const PlayedDecision& decision : game.senses) {
        chosen.push_back(decision.chosen);
      }
    }
    return chosen;
  };
  CHECK(first_senses(1) == first_senses(1));
  CHECK(first_senses(1) != first_senses(2));
}

TEST_CASE("games of networks: behind the turns that are drawn the likeliest action is taken") {
  Network learner = tiny_network(4);
  NetEvaluator* const opponents[] = {&learner, &learner};
  std::vector<NetGame> games = some_games();
  REQUIRE(play_net_games(learner, opponents, {.turn_limit = 5, .sampled_turns = 0}, games, kGoOn));
  for (const NetGame& game : games) {
    for (const PlayedDecision& decision : game.requests) {
      const NetAnswer answer = learner.evaluate({&decision.question, 1})[0];
      CHECK(answer.logits[decision.chosen] == *std::max_element(answer.logits.begin(), answer.logits.end()));
    }
  }
}

TEST_CASE("games of networks: a stop leaves them unfinished") {
  Network learner = tiny_network(1);
  NetEvaluator* const opponents[] = {&learner, &learner};
  std::vector<NetGame> games = some_games();
  const std::atomic<bool> stop = true;
  CHECK_FALSE(play_net_games(learner, opponents, {}, games, stop));
}
