#include "engine/move_choice.h"

#include <algorithm>
#include <cmath>

#include "engine/tuning.h"

namespace lanternfish {

namespace {

// Standard error of the mean of what two requests differ by, over the rows. The weights are as good as a smaller number
// of equal ones (Kish 1965).
double difference_error(const ScoreTable& table, std::size_t first, std::size_t second) {
  double total = 0, sum = 0, squares = 0, weight_squares = 0;
  for (const ScoreTable::Row& row : table.rows()) {
    const double value = row.values[first] - row.values[second];
    total += row.weight;
    weight_squares += row.weight * row.weight;
    sum += row.weight * value;
    squares += row.weight * value * value;
  }
  const double mean = sum / total;
  const double variance = std::max(0.0, squares / total - mean * mean);
  const double boards = total * total / weight_squares;
  return std::sqrt(variance / boards);
}

}  // namespace

OutcomeWeights outcome_weights(const Config& config) {
  return {static_cast<double>(config.mean_weight), static_cast<double>(config.min_weight),
          static_cast<double>(config.max_weight)};
}

double move_value(double mean, double min, double max, const OutcomeWeights& weights) {
  const double total = weights.mean + weights.min + weights.max;
  return total <= 0 ? mean : (weights.mean * mean + weights.min * min + weights.max * max) / total;
}

void sort_by_value(std::vector<RequestValue>& ranked) {
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const RequestValue& a, const RequestValue& b) { return a.value > b.value; });
}

std::vector<RequestValue> rank_requests(const ScoreTable& table, const OutcomeWeights& weights) {
  std::vector<RequestValue> ranked;
  for (std::size_t i = 0; i < table.requests().size(); ++i) {
    const RequestSummary summary = summarize(table, i);
    ranked.push_back({table.requests()[i], summary, move_value(summary.mean, summary.min, summary.max, weights)});
  }
  sort_by_value(ranked);
  return ranked;
}

std::vector<Move> contenders(const std::vector<RequestValue>& ranked, int limit, double margin) {
  std::vector<Move> worthwhile;
  int different = 0;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    different += i == 0 || ranked[i].value != ranked[i - 1].value ? 1 : 0;
    if (different > limit || (different > 2 && ranked[i].value < ranked[0].value - margin)) {
      break;
    }
    worthwhile.push_back(ranked[i].request);
  }
  return worthwhile;
}

bool settled(const ScoreTable& table, const std::vector<RequestValue>& ranked, const OutcomeWeights& weights) {
  const double total = weights.mean + weights.min + weights.max;
  if (table.rows().size() < tuning::kSettledBoards || ranked.size() < 2 || total <= 0) {
    return false;
  }
  const RbcTerms& terms = table.terms();
  // How much one more board of the usual weight could take away or add, through the worst and the best outcome.
  const double may_fall = weights.min / total * (ranked[0].summary.min - terms.king_lost - terms.stays_in_check);
  const std::size_t first = column_of(table, ranked[0].request);
  for (std::size_t i = 1; i < std::min(ranked.size(), tuning::kSettledRivals); ++i) {
    const double lead = ranked[0].value - ranked[i].value;
    const double error = difference_error(table, first, column_of(table, ranked[i].request));
    const double may_rise = weights.max / total * (terms.king_captured - ranked[i].summary.max);
    if (lead <
        tuning::kSettledLead + tuning::kSettledDeviations * error + std::max(may_fall, 0.0) + std::max(may_rise, 0.0)) {
      return false;
    }
  }
  return true;
}

void prefer_progress(std::vector<RequestValue>& ranked, int quiet_plies, int move_limit, Bitboard pawns) {
  const double used = move_limit > 0 ? std::min(1.0, static_cast<double>(quiet_plies) / move_limit) : 0;
  if (ranked.empty() || ranked[0].value < tuning::kAdvantage || used < tuning::kProgressFrom) {
    return;
  }
  const double near = (used - tuning::kProgressFrom) / (1 - tuning::kProgressFrom);
  const double bonus = ranked[0].value * near * near;
  for (RequestValue& request : ranked) {
    const bool pawn = !request.request.is_null() && contains(pawns, request.request.from);
    const double share = pawn ? request.summary.legal : request.summary.capture;
    request.value += request.value >= tuning::kAdvantage ? bonus * share : 0;
  }
  sort_by_value(ranked);
}

void avoid_repetition(std::vector<RequestValue>& ranked, std::span<const Move> made) {
  if (ranked.empty() || ranked[0].value < tuning::kAdvantage) {
    return;
  }
  for (RequestValue& request : ranked) {
    const auto times = static_cast<double>(std::count(made.begin(), made.end(), request.request));
    request.value -= std::min(tuning::kRepetition * times, tuning::kMaxRepetition);
  }
  sort_by_value(ranked);
}

}  // namespace lanternfish
