#pragma once

// Analyses of scripted games on the built-in evaluator.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "analysis/player_analyst.h"
#include "eval/make_evaluator.h"

namespace lanternfish::testing {

// The built-in evaluator needs no other program, and is the same everywhere.
inline std::unique_ptr<Evaluator> built_in(const Config& config, std::function<void(const std::string&)> warning) {
  return make_evaluator({.command = "none", .cache_mb = config.hash_mb}, std::move(warning));
}

inline AnalysisSettings settings_with(const std::vector<Strategy>& strategies) {
  AnalysisSettings settings;
  settings.limits.nodes = 300;
  for (const Strategy strategy : strategies) {
    settings.strategies.push_back({"s" + std::to_string(settings.strategies.size()), settings.base});
    settings.strategies.back().config.strategy = strategy;
  }
  return settings;
}

inline std::vector<TurnAnalysis> analyzed(const GameRecord& record, Color me, const AnalysisSettings& settings) {
  PlayerAnalyst analyst(settings, built_in, [](const std::string&) {});
  return analyst.analyze(recorded_game(record).value(), me).value().turns;
}

}  // namespace lanternfish::testing
