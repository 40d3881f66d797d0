#include "tools/web/look/judge.h"

#include <fmt/format.h>

#include "analysis/turn_json.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

constexpr std::int64_t kNodes = 300;  // positions that our player scores in a decision

Json verdict_json(const TurnAnalysis& turn, const std::vector<std::string>& strategies) {
  const Json json = turn_json(turn, strategies);
  Json verdict = json.at("recorded");
  for (const char* key : {"best_request", "can_take_king", "best_window", "best_window_boards", "strategies"}) {
    verdict[key] = json.value(key, Json());
  }
  return verdict;
}

}  // namespace

AnalysisSettings judge_settings(std::size_t max_boards) {
  AnalysisSettings settings;
  settings.strategies = {{"lanternfish", settings.base}};
  settings.limits.nodes = kNodes;
  settings.max_boards = max_boards;
  return settings;
}

Status judge_game(LookGame& game, const AnalysisSettings& settings, const std::stop_token& stop) {
  std::vector<std::string> labels;
  for (const AnalyzedStrategy& strategy : settings.strategies) {
    labels.push_back(strategy.label);
  }
  std::string problem;  // the evaluator's, which its threads may tell
  std::mutex mutex;
  PlayerAnalyst analyst(settings, evaluator_for, [&](const std::string& text) {
    const std::lock_guard lock(mutex);
    problem = text;
  });
  for (const Color side : {kWhite, kBlack}) {
    const auto analyzed = analyst.analyze(
        game.game(), side,
        [&](const TurnAnalysis& turn) {
          game.add_verdict(side, static_cast<std::size_t>(turn.turn) - 1, verdict_json(turn, labels));
        },
        stop);
    if (!analyzed) {
      return Error{analyzed.error()};
    }
  }
  const std::lock_guard lock(mutex);
  return problem.empty() ? success() : Status(Error{problem});
}

}  // namespace lanternfish
