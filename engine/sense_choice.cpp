#include "engine/sense_choice.h"

#include <algorithm>
#include <limits>
#include <map>

#include "engine/move_choice.h"

namespace lanternfish {

namespace {

constexpr double kCentipawnsPerBit = 8;

double expected_best(const ScoreTable& table, Square center, const Config& config) {
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
      best = std::max(best, move_value(sums[r] / weight, least[r], most[r], config));
    }
    expected += weight / total * best;
  }
  return expected;
}

}  // namespace

std::vector<SenseValue> rank_senses(const ScoreTable& table, std::span<const WindowSplit> splits,
                                    const Config& config) {
  std::vector<SenseValue> values;
  for (const WindowSplit& split : splits) {
    SenseValue value{.split = split};
    value.outcome = table.rows().empty() ? 0 : expected_best(table, split.center, config);
    value.value = value.outcome + kCentipawnsPerBit * split.gain_bits;
    values.push_back(value);
  }
  std::stable_sort(values.begin(), values.end(),
                   [](const SenseValue& a, const SenseValue& b) { return a.value > b.value; });
  return values;
}

}  // namespace lanternfish
