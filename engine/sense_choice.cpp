#include "engine/sense_choice.h"

#include <algorithm>
#include <limits>
#include <map>

namespace lanternfish {

namespace {

constexpr double kCentipawnsPerBit = 8;

double expected_best(const ScoreTable& table, Square center, const OutcomeWeights& weights) {
  std::map<std::uint32_t, std::vector<const ScoreTable::Row*>> results;
  double total = 0;
  for (const ScoreTable::Row& row : table.rows()) {
    results[window_content(row.board, center)].push_back(&row);
    total += row.weight;
  }
  double expected = 0;
  std::vector<double> sums(table.requests().size());
  std::vector<float> least(sums.size()), most(sums.size());
  for (const auto& [content, rows] : results) {
    std::fill(sums.begin(), sums.end(), 0);
    std::fill(least.begin(), least.end(), std::numeric_limits<float>::max());
    std::fill(most.begin(), most.end(), std::numeric_limits<float>::lowest());
    double weight = 0;
    for (const ScoreTable::Row* row : rows) {
      weight += row->weight;
      for (std::size_t r = 0; r < sums.size(); ++r) {
        const float value = row->values[r];
        sums[r] += row->weight * value;
        least[r] = std::min(least[r], value);
        most[r] = std::max(most[r], value);
      }
    }
    double best = std::numeric_limits<double>::lowest();
    for (std::size_t r = 0; r < sums.size(); ++r) {
      best = std::max(best, move_value(sums[r] / weight, least[r], most[r], weights));
    }
    expected += weight / total * best;
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
                                    const OutcomeWeights& weights) {
  std::vector<SenseValue> values;
  for (const WindowSplit& split : splits) {
    SenseValue value{.split = split};
    value.outcome = table.rows().empty() ? 0 : expected_best(table, split.center, weights);
    value.value = value.outcome + kCentipawnsPerBit * split.gain_bits;
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
