#include "engine/move_choice.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "engine/tuning.h"

namespace lanternfish {

namespace {

constexpr double kMinRegret = 1e-9;  // less is rounding

// The weighted difference of two requests over the rows.
struct Difference {
  double variance = 0;  // between boards
  double boards = 0;    // how many equal ones the weights are as good as (Kish 1965)
};
Difference difference(const ScoreTable& table, std::size_t first, std::size_t second) {
  double total = 0, sum = 0, squares = 0, weight_squares = 0;
  for (const ScoreTable::Row& row : table.rows()) {
    const double value = row.values[first] - row.values[second];
    total += row.weight;
    weight_squares += row.weight * row.weight;
    sum += row.weight * value;
    squares += row.weight * value * value;
  }
  const double mean = sum / total;
  return {std::max(0.0, squares / total - mean * mean), total * total / weight_squares};
}

// Standard error of its mean.
double difference_error(const ScoreTable& table, std::size_t first, std::size_t second) {
  const auto [variance, boards] = difference(table, first, second);
  return std::sqrt(variance / boards);
}

// Probabilities in proportion to the regrets; all equal where there are none.
std::vector<double> matched(const std::vector<double>& regrets) {
  std::vector<double> mix(regrets);
  const double total = std::accumulate(mix.begin(), mix.end(), 0.0);
  for (double& share : mix) {
    share = total > kMinRegret ? share / total : 1.0 / static_cast<double>(mix.size());
  }
  return mix;
}

}  // namespace

OutcomeWeights outcome_weights(const Config& config) {
  return {static_cast<double>(config.mean_weight), static_cast<double>(config.min_weight),
          static_cast<double>(config.max_weight), config.tail_share / 100.0};
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
    Tails tails{summary.min, summary.max};
    if (weights.tail > 0) {
      tails = tails_of(table, i, weights.tail);
    }
    ranked.push_back({table.requests()[i], summary, move_value(summary.mean, tails.min, tails.max, weights)});
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
  const double reach =
      weights.tail > 0 ? std::min(1.0, 1 / (weights.tail * static_cast<double>(table.rows().size()))) : 1;
  const double may_fall =
      reach * weights.min / total * (ranked[0].summary.min - terms.king_lost - terms.stays_in_check);
  const std::size_t first = column_of(table, ranked[0].request);
  for (std::size_t i = 1; i < std::min(ranked.size(), tuning::kSettledRivals); ++i) {
    const double lead = ranked[0].value - ranked[i].value;
    const double error = difference_error(table, first, column_of(table, ranked[i].request));
    const double may_rise = reach * weights.max / total * (terms.king_captured - ranked[i].summary.max);
    if (lead <
        tuning::kSettledLead + tuning::kSettledDeviations * error + std::max(may_fall, 0.0) + std::max(may_rise, 0.0)) {
      return false;
    }
  }
  return true;
}

double at_stake(const ScoreTable& table, const std::vector<RequestValue>& ranked) {
  double most = 0;
  const std::size_t first = ranked.empty() ? 0 : column_of(table, ranked[0].request);
  for (std::size_t i = 1; i < std::min(ranked.size(), tuning::kSettledRivals); ++i) {
    const std::size_t rival = column_of(table, ranked[i].request);
    if (same_outcomes(table, first, rival)) {
      continue;
    }
    const auto [variance, boards] = difference(table, first, rival);
    const double error = std::sqrt((variance + tuning::kSearchError * tuning::kSearchError) / boards);
    const double lead = (ranked[0].value - ranked[i].value) / error;
    const double density = std::exp(-lead * lead / 2) / std::sqrt(2 * std::numbers::pi);
    most = std::max(most, error * (density - lead * std::erfc(lead / std::numbers::sqrt2) / 2));
  }
  return most;
}

std::vector<double> mix_by_regret(const ScoreTable& table, double worst_share, int rounds) {
  const std::size_t requests = table.requests().size();
  const std::size_t boards = table.rows().size();
  std::vector<double> sums(requests, 0.0), regrets(requests, 0.0), board_regrets(boards, 0.0), means(requests, 0.0);
  for (std::size_t r = 0; r < requests; ++r) {
    means[r] = summarize(table, r).mean;
  }
  for (int round = 1; round <= rounds; ++round) {
    const std::vector<double> mix = matched(regrets);
    const std::vector<double> against = matched(board_regrets);
    std::vector<double> values(requests, 0.0);  // of each request against the opponent's mix of boards
    for (std::size_t b = 0; b < boards; ++b) {
      for (std::size_t r = 0; r < requests; ++r) {
        values[r] += against[b] * table.rows()[b].values[r];
      }
    }
    double value = 0;
    double adversary = 0;
    for (std::size_t r = 0; r < requests; ++r) {
      adversary += mix[r] * values[r];
      values[r] = (1 - worst_share) * means[r] + worst_share * values[r];
      value += mix[r] * values[r];
    }
    for (std::size_t r = 0; r < requests; ++r) {
      regrets[r] = std::max(0.0, regrets[r] + values[r] - value);
      sums[r] += round * mix[r];  // later rounds count more
    }
    for (std::size_t b = 0; b < boards; ++b) {
      const std::vector<float>& row = table.rows()[b].values;
      const double mine = std::inner_product(mix.begin(), mix.end(), row.begin(), 0.0);
      board_regrets[b] = std::max(0.0, board_regrets[b] + adversary - mine);
    }
  }
  return matched(sums);
}

void prefer_telling(std::vector<RequestValue>& ranked, const ScoreTable& table, double per_bit) {
  if (per_bit <= 0) {
    return;
  }
  for (RequestValue& request : ranked) {
    const std::size_t column = column_of(table, request.request);
    std::vector<std::pair<Outcome, double>> results;
    double total = 0;
    for (const ScoreTable::Row& row : table.rows()) {
      auto found = std::find_if(results.begin(), results.end(),
                                [&](const auto& result) { return result.first == row.outcomes[column]; });
      if (found == results.end()) {
        found = results.insert(found, {row.outcomes[column], 0.0});
      }
      found->second += row.weight;
      total += row.weight;
    }
    for (const auto& [outcome, weight] : results) {
      request.value -= weight > 0 ? per_bit * weight / total * std::log2(weight / total) : 0;
    }
  }
  sort_by_value(ranked);
}

bool prefer_progress(std::vector<RequestValue>& ranked, int quiet_plies, int move_limit, Bitboard pawns) {
  const double used = move_limit > 0 ? static_cast<double>(quiet_plies) / move_limit : 0;
  if (ranked.empty() || ranked[0].value < tuning::kAdvantage || used < tuning::kProgressFrom) {
    return false;
  }
  const double bonus = tuning::kProgressAtLimit * (used - tuning::kProgressFrom) / (1 - tuning::kProgressFrom);
  for (RequestValue& request : ranked) {
    const bool pawn = contains(pawns, request.request.from);
    request.value += bonus * (pawn && !request.request.is_null() ? request.summary.legal : request.summary.capture);
  }
  sort_by_value(ranked);
  return true;
}

}  // namespace lanternfish
