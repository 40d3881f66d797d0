#include "engine/evaluator_factory.h"

#include "engine/strategy_traits.h"
#include "eval/make_evaluator.h"

namespace lanternfish {

std::unique_ptr<Evaluator> evaluator_for(const Config& config, std::function<void(const std::string&)> warning) {
  return make_evaluator({.command = traits_of(config.strategy).asks_evaluator ? config.engine_command : "none",
                         .workers = config.engine_workers != 0 ? config.engine_workers : config.threads,
                         .engine_hash_mb = config.engine_hash_mb,
                         .cache_mb = config.hash_mb,
                         .terms = scoring_terms(config)},
                        std::move(warning));
}

}  // namespace lanternfish
