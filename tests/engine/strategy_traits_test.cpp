#include "engine/strategy_traits.h"

#include <doctest/doctest.h>

#include <set>

#include "engine/strategy_player.h"
#include "protocol/session/options.h"

using namespace lanternfish;

TEST_CASE("strategy traits: every name of the option sets the strategy of its row, and the row makes a player") {
  const Option* option = find_option("Strategy");
  REQUIRE(option != nullptr);
  REQUIRE(option->choices.size() == strategies().size());
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < strategies().size(); ++i) {
    const StrategyTraits& traits = strategies()[i];
    CAPTURE(traits.name);
    CHECK(names.insert(traits.name).second);
    Config config;
    REQUIRE(set_option(config, "Strategy", std::string(traits.name)));
    CHECK(config.strategy == static_cast<Strategy>(i));
    CHECK(option->value(config) == traits.name);
    CHECK(&traits_of(config.strategy) == &traits);
    for (const Color me : {kWhite, kBlack}) {
      CHECK(traits.make({Board::start(), me, 7}) != nullptr);
    }
  }
}

TEST_CASE("strategy traits: published players weigh boards and score moves as published, whatever is ours") {
  for (std::size_t i = 0; i < strategies().size(); ++i) {
    Config config;
    config.strategy = static_cast<Strategy>(i);
    CAPTURE(traits_of(config.strategy).name);
    const bool ours = config.strategy == Strategy::kLanternfish;
    // Kevin had probabilities of its own; the fitted model stands for them.
    const bool weighs = ours || config.strategy == Strategy::kKevin;
    CHECK((move_model_of(config) == MoveModelKind::kFitted) == weighs);
    CHECK(judges_opponent(config) == ours);
    CHECK(traits_of(config.strategy).uses_book == ours);
    CHECK((scoring_terms(config).first_share > 0) == ours);
    Config other = config;
    other.opponent_share = 0;
    CHECK(same_belief(config, other) == !ours);
    other = config;
    other.belief_memory_mb += 1;
    CHECK_FALSE(same_belief(config, other));
    other = config;
    other.depth += 1;
    CHECK(same_belief(config, other));
  }
}

TEST_CASE("strategy traits: players with fewer boards do not hold the belief of others") {
  Config mht, savelyev, trout;
  mht.strategy = Strategy::kMht;
  savelyev.strategy = Strategy::kSavelyevBaseline;
  trout.strategy = Strategy::kTrout;
  CHECK_FALSE(same_belief(mht, savelyev));
  CHECK_FALSE(same_belief(mht, trout));
  Config oracle = mht;
  oracle.strategy = Strategy::kOracle;
  CHECK(same_belief(mht, oracle));
}

TEST_CASE("strategy traits: other weights make an evaluator that is a network anew") {
  const Option* option = find_option("NetFile");
  REQUIRE(option != nullptr);
  CHECK(option->effect == OptionEffect::kEvaluator);
  Config config;
  for (const StrategyTraits& traits : strategies()) {
    REQUIRE(set_option(config, "Strategy", std::string(traits.name)));
    CHECK(option->condition->met(config) == !traits.net_kind.empty());
    CHECK((!traits.net_scores_moves || traits.asks_evaluator));
  }
}

TEST_CASE("strategy traits: only our own player bends scores by chances to win") {
  Config config;
  CHECK(scoring_terms(config).win_scale == 1200);
  CHECK(scoring_terms(config).king_captured == 1500);
  config.strategy = Strategy::kKevin;
  CHECK(scoring_terms(config).king_captured == 9000);
  config.strategy = Strategy::kStrangeFish2;
  CHECK(scoring_terms(config).king_captured == strangefish2().king_captured);
  config.strategy = Strategy::kTrout;
  CHECK(scoring_terms(config).king_attack == 0);
}
