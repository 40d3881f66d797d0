#include "engine/move_choice.h"

#include <algorithm>

namespace lanternfish {

namespace {

constexpr double kNearlyEqual = 10;       // centipawns; StrangeFish2's
constexpr double kAdvantage = 100;        // centipawns worth playing on for
constexpr double kProgressFrom = 0.3;     // of the move limit
constexpr double kProgressAtLimit = 400;  // centipawns

void sort_by_value(std::vector<RequestValue>& ranked) {
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const RequestValue& a, const RequestValue& b) { return a.value > b.value; });
}

}  // namespace

double move_value(double mean, double least, double most, const Config& config) {
  const double total = config.mean_weight + config.min_weight + config.max_weight;
  if (total <= 0) {
    return mean;
  }
  return (config.mean_weight * mean + config.min_weight * least + config.max_weight * most) / total;
}

std::vector<RequestValue> rank_requests(const ScoreTable& table, const Config& config) {
  std::vector<RequestValue> ranked;
  for (std::size_t i = 0; i < table.requests().size(); ++i) {
    const RequestSummary summary = summarize(table, i);
    ranked.push_back({table.requests()[i], summary, move_value(summary.mean, summary.least, summary.most, config)});
  }
  sort_by_value(ranked);
  return ranked;
}

void prefer_progress(std::vector<RequestValue>& ranked, int quiet_plies, int move_limit, Bitboard pawns) {
  const double used = move_limit > 0 ? static_cast<double>(quiet_plies) / move_limit : 0;
  if (ranked.empty() || ranked[0].value < kAdvantage || used < kProgressFrom) {
    return;
  }
  const double bonus = kProgressAtLimit * (used - kProgressFrom) / (1 - kProgressFrom);
  for (RequestValue& request : ranked) {
    const bool pawn = contains(pawns, request.request.from);
    request.value += bonus * (pawn && !request.request.is_null() ? request.summary.legal : request.summary.capture);
  }
  sort_by_value(ranked);
}

std::size_t pick_among_best(const std::vector<RequestValue>& ranked, Random& random) {
  std::size_t near = 0;
  while (near < ranked.size() && ranked[near].value >= ranked[0].value - kNearlyEqual) {
    ++near;
  }
  return near == 0 ? 0 : random.below(near);
}

}  // namespace lanternfish
