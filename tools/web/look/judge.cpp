#include "tools/web/look/judge.h"

#include <cmath>

#include <fmt/format.h>

#include "analysis/turn_json.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "tools/analyze/report/html_report.h"
#include "tools/analyze/report/summary.h"

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

std::vector<std::string> labels_of(const AnalysisSettings& settings) {
  std::vector<std::string> labels;
  for (const AnalyzedStrategy& strategy : settings.strategies) {
    labels.push_back(strategy.label);
  }
  return labels;
}

}  // namespace

std::string report_of(const LookGame& game, const AnalysisSettings& settings) {
  const GameRecord& record = game.game().record;
  const auto name = [&](Color side) { return record.names[side].value_or("nobody"); };
  std::array<AnalyzedTurns, 2> analyses = game.analyses();
  const std::vector<std::string> labels = labels_of(settings);
  Summary summary(labels);
  HtmlReport report(labels);
  for (const Color side : {kWhite, kBlack}) {
    const PlayerAnalysis player{
        game.id(), side, name(side), name(~side), std::move(analyses[side].turns), analyses[side].left_out};
    summary.add(player);
    report.add(player, record);
  }
  return report.text(fmt::format("{} – {}", name(kWhite), name(kBlack)), summary);
}

AnalysisSettings judge_settings(std::size_t max_boards) {
  AnalysisSettings settings;
  settings.strategies = {{"lanternfish", settings.base}};
  settings.limits.nodes = kNodes;
  settings.max_boards = max_boards;
  return settings;
}

Status judge_game(LookGame& game, const AnalysisSettings& settings, const std::stop_token& stop) {
  const std::vector<std::string> labels = labels_of(settings);
  std::string problem;  // the evaluator's, which its threads may tell
  std::mutex mutex;
  for (const Color side : {kWhite, kBlack}) {
    const std::optional<std::size_t> first = game.first_unjudged(side);
    if (!first) {
      continue;
    }
    AnalysisSettings wanted = settings;
    wanted.first_turn = static_cast<int>(*first) + 1;
    PlayerAnalyst analyst(wanted, evaluator_for, [&](const std::string& text) {
      const std::lock_guard lock(mutex);
      problem = text;
    });
    auto analyzed = analyst.analyze(
        game.game(), side,
        [&](const TurnAnalysis& turn) {
          game.add_verdict(side, static_cast<std::size_t>(turn.turn) - 1, verdict_json(turn, labels));
        },
        stop);
    if (!analyzed) {
      return Error{analyzed.error()};
    }
    game.keep_analysis(side, std::move(analyzed).value());
  }
  const std::lock_guard lock(mutex);
  return problem.empty() ? success() : Status(Error{problem});
}

namespace {

Json otherwise_on(const std::vector<Board>& likely, Move request) {
  Json list = Json::array();
  for (std::size_t i = 0; i < likely.size(); ++i) {
    const Move asked = normalized_request(likely[i], request);
    if (!request.is_null() && resolve(likely[i], asked).taken != asked) {
      list.push_back(i);
    }
  }
  return list;
}

Json request_json(const AskedRequest& request, const std::vector<Board>& likely) {
  const auto permille = [](double probability) { return std::lround(1000 * probability); };
  const Candidate& scores = request.scores;
  Json json;
  json["move"] = format_move(scores.move);
  json["same"] = Json::array();
  for (const Move move : request.same) {
    json["same"].push_back(format_move(move));
  }
  json["mean"] = scores.cp;
  json["worst"] = scores.cp_min;
  json["best"] = scores.cp_max;
  json["legal"] = permille(scores.legal);
  json["capture"] = permille(scores.capture_probability);
  json["king"] = permille(scores.king_probability);
  json["otherwise"] = otherwise_on(likely, scores.move);
  return json;
}

}  // namespace

Result<Json> request_scores(const RecordedGame& game, Color side, std::size_t turn, const std::vector<Board>& likely,
                            const QuestionSettings& settings, const std::stop_token& stop) {
  const auto asked = TRY(asked_requests(game, side, turn, settings, stop));
  Json json;
  json["requests"] = Json::array();
  for (const AskedRequest& request : asked) {
    json["requests"].push_back(request_json(request, likely));
  }
  return json;
}

}  // namespace lanternfish
