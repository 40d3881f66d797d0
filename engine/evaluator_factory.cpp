#include "engine/evaluator_factory.h"

#include "engine/net_scores.h"
#include "engine/player_net.h"
#include "engine/strategy_traits.h"
#include "eval/make_evaluator.h"
#include "eval/score_cache.h"

namespace lanternfish {

namespace {

// Null where the network cannot be had; the agent says so.
std::unique_ptr<Evaluator> net_evaluator(const Config& config) {
  PlayerNet net;
  net.configure(config, [](const std::string&) {});
  if (!net.net()) {
    return nullptr;
  }
  return std::make_unique<ScoreCache>(std::make_unique<NetScores>(net.net(), scoring_terms(config)), config.hash_mb);
}

}  // namespace

std::unique_ptr<Evaluator> evaluator_for(const Config& config, std::function<void(const std::string&)> warning) {
  const StrategyTraits& traits = traits_of(config.strategy);
  if (traits.net_scores_moves) {
    if (std::unique_ptr<Evaluator> net = net_evaluator(config)) {
      return net;
    }
  }
  const bool asks_engine = traits.asks_evaluator && !traits.net_scores_moves;
  return make_evaluator({.command = asks_engine ? config.engine_command : "none",
                         .workers = config.workers(),
                         .engine_hash_mb = config.engine_hash_mb,
                         .cache_mb = config.hash_mb,
                         .terms = scoring_terms(config)},
                        std::move(warning));
}

}  // namespace lanternfish
