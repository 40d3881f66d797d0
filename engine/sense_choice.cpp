#include "engine/sense_choice.h"

#include <algorithm>
#include <limits>
#include <map>

namespace lanternfish {

namespace {

using Rows = std::vector<const ScoreTable::Row*>;

// The value of the best request over the rows.
double best_value(const Rows& rows, std::size_t requests, const OutcomeWeights& weights) {
  double best = std::numeric_limits<double>::lowest();
  for (std::size_t r = 0; r < requests; ++r) {
    double weight = 0, sum = 0;
    float min = rows.front()->values[r], max = min;
    for (const ScoreTable::Row* row : rows) {
      const float value = row->values[r];
      weight += row->weight;
      sum += row->weight * value;
      min = std::min(min, value);
      max = std::max(max, value);
    }
    best = std::max(best, move_value(sum / weight, min, max, weights));
  }
  return best;
}

double expected_best(const ScoreTable& table, Square center, const OutcomeWeights& weights) {
  std::map<std::uint32_t, Rows> results;
  double total = 0;
  for (const ScoreTable::Row& row : table.rows()) {
    results[window_content(row.board, center)].push_back(&row);
    total += row.weight;
  }
  double expected = 0;
  for (const auto& [content, rows] : results) {
    double weight = 0;
    for (const ScoreTable::Row* row : rows) {
      weight += row->weight;
    }
    expected += weight / total * best_value(rows, table.requests().size(), weights);
  }
  return expected;
}

template <typename Measure>
std::vector<SenseValue> ranked_by(std::span<const WindowSplit> splits, Measure&& measure) {
  std::vector<SenseValue> values;
  for (const WindowSplit& split : splits) {
    values.push_back({.split = split, .outcome = 0, .value = measure(split)});
  }
  sort_by_value(values);
  return values;
}

}  // namespace

void sort_by_value(std::vector<SenseValue>& ranked) {
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const SenseValue& a, const SenseValue& b) { return a.value > b.value; });
}

std::vector<SenseValue> rank_senses(const ScoreTable& table, std::span<const WindowSplit> splits,
                                    const OutcomeWeights& weights, double per_bit) {
  std::vector<SenseValue> values;
  for (const WindowSplit& split : splits) {
    SenseValue value{.split = split};
    value.outcome = table.rows().empty() ? 0 : expected_best(table, split.center, weights);
    value.value = value.outcome + per_bit * split.gain_bits;
    values.push_back(value);
  }
  sort_by_value(values);
  return values;
}

std::vector<SenseValue> rank_by_expected_boards(std::span<const WindowSplit> splits) {
  return ranked_by(splits, [](const WindowSplit& split) { return -split.expected_boards; });
}

std::vector<SenseValue> rank_by_results(std::span<const WindowSplit> splits) {
  return ranked_by(splits, [](const WindowSplit& split) { return static_cast<double>(split.results); });
}

}  // namespace lanternfish
