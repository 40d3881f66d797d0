#include "engine/strategies/strangefish_rules.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

namespace lanternfish {

namespace {

// The rows of a table, grouped by what is told on their boards.
struct Partition {
  std::vector<std::size_t> group_of;             // by row
  std::vector<std::vector<std::size_t>> groups;  // rows
};

template <typename Told>
Partition partition_by(const ScoreTable& table, const Told& told) {
  Partition partition;
  std::map<decltype(told(table.rows()[0])), std::size_t> groups;
  for (std::size_t i = 0; i < table.rows().size(); ++i) {
    const auto [place, fresh] = groups.try_emplace(told(table.rows()[i]), groups.size());
    if (fresh) {
      partition.groups.emplace_back();
    }
    partition.group_of.push_back(place->second);
    partition.groups[place->second].push_back(i);
  }
  return partition;
}

Partition partition_by_window(const ScoreTable& table, Square center) {
  return partition_by(table, [center](const ScoreTable::Row& row) { return window_content(row.board, center); });
}

// By the move that a request comes to, and whether it captures.
Partition partition_by_request(const ScoreTable& table, std::size_t column) {
  return partition_by(table, [column](const ScoreTable::Row& row) {
    const Outcome& outcome = row.outcomes[column];
    return std::pair(outcome.taken, outcome.captured != kNoSquare);
  });
}

// Whether the window of `fine` tells everything that the window of `coarse` would have shown.
bool tells_all(const Partition& fine, const Partition& coarse) {
  return std::all_of(fine.groups.begin(), fine.groups.end(), [&](const std::vector<std::size_t>& group) {
    return std::all_of(group.begin(), group.end(),
                       [&](std::size_t row) { return coarse.group_of[row] == coarse.group_of[group[0]]; });
  });
}

// What every request is worth over some rows.
struct Fares {
  double weight = 0;
  std::vector<double> mean, min, max;

  double value(std::size_t request, const OutcomeWeights& weights) const {
    return move_value(mean[request], min[request], max[request], weights);
  }
};

Fares fares_over(const ScoreTable& table, const std::vector<std::size_t>& rows) {
  const std::size_t requests = table.requests().size();
  Fares fares{.mean = std::vector<double>(requests, 0.0),
              .min = std::vector<double>(requests, std::numeric_limits<double>::max()),
              .max = std::vector<double>(requests, std::numeric_limits<double>::lowest())};
  for (const std::size_t i : rows) {
    const ScoreTable::Row& row = table.rows()[i];
    fares.weight += row.weight;
    for (std::size_t r = 0; r < requests; ++r) {
      const double value = row.values[r];
      fares.mean[r] += row.weight * value;
      fares.min[r] = std::min(fares.min[r], value);
      fares.max[r] = std::max(fares.max[r], value);
    }
  }
  for (double& mean : fares.mean) {
    mean /= fares.weight;
  }
  return fares;
}

std::vector<std::size_t> all_rows(const ScoreTable& table) {
  std::vector<std::size_t> rows(table.rows().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = i;
  }
  return rows;
}

// The expected number of boards ruled out: a result has the probability of its rows' weight and leaves the share of the
// rows that show it.
double expected_reduction(const ScoreTable& table, const Partition& partition, double boards) {
  double left = 0, total = 0;
  for (const auto& group : partition.groups) {
    double weight = 0;
    for (const std::size_t row : group) {
      weight += table.rows()[row].weight;
    }
    left += weight * static_cast<double>(group.size());
    total += weight;
  }
  return boards * (1 - left / (total * static_cast<double>(table.rows().size())));
}

// Outcomes of making one of the best requests, over rows: running sums.
struct Outcomes {
  double total = 0, sum = 0, squares = 0;
  double worst = std::numeric_limits<double>::max();

  void add(const ScoreTable& table, const std::vector<std::size_t>& rows, const Fares& fares,
           const ProspectWeights& weights) {
    std::vector<std::size_t> best;
    double highest = std::numeric_limits<double>::lowest();
    for (std::size_t r = 0; r < fares.mean.size(); ++r) {
      highest = std::max(highest, fares.value(r, weights.outcome));
    }
    for (std::size_t r = 0; r < fares.mean.size(); ++r) {
      if (fares.value(r, weights.outcome) >= highest - weights.margin) {
        best.push_back(r);
      }
    }
    for (const std::size_t i : rows) {
      const double weight = table.rows()[i].weight / static_cast<double>(best.size());
      for (const std::size_t r : best) {
        const double value = table.rows()[i].values[r];
        total += weight;
        sum += weight * value;
        squares += weight * value * value;
        worst = std::min(worst, value);
      }
    }
  }
  double mean() const { return sum / total; }
  double deviation() const { return std::sqrt(std::max(0.0, squares / total - mean() * mean())); }
};

// Standard deviation between results of what a request is worth, averaged over requests.
double value_deviation(const std::vector<Fares>& by_result, const OutcomeWeights& weights) {
  const std::size_t requests = by_result[0].mean.size();
  double sum = 0;
  for (std::size_t r = 0; r < requests; ++r) {
    double total = 0, mean = 0, squares = 0;
    for (const Fares& fares : by_result) {
      const double value = fares.value(r, weights);
      total += fares.weight;
      mean += fares.weight * value;
      squares += fares.weight * value * value;
    }
    mean /= total;
    sum += std::sqrt(std::max(0.0, squares / total - mean * mean));
  }
  return sum / static_cast<double>(requests);
}

SenseValue prospects_of(const ScoreTable& table, const WindowSplit& split, const Partition& partition, double boards,
                        const ProspectWeights& weights) {
  Outcomes outcomes;
  std::vector<Fares> by_result;
  for (const auto& group : partition.groups) {
    by_result.push_back(fares_over(table, group));
    outcomes.add(table, group, by_result.back(), weights);
  }
  SenseValue sense{.split = split, .outcome = outcomes.mean()};
  sense.value = weights.expected * outcomes.mean() + weights.worst * outcomes.worst +
                weights.outcome_deviation * outcomes.deviation() +
                weights.value_deviation * value_deviation(by_result, weights.outcome) +
                expected_reduction(table, partition, boards) / weights.boards_per_centipawn;
  return sense;
}

}  // namespace

std::vector<SenseValue> rank_by_impact(const ScoreTable& table, std::span<const WindowSplit> splits, double boards,
                                       const ImpactWeights& weights) {
  if (table.rows().empty() || table.requests().empty()) {
    return rank_by_expected_boards(splits);
  }
  const Fares before = fares_over(table, all_rows(table));
  std::vector<SenseValue> ranked;
  for (const WindowSplit& split : splits) {
    const Partition partition = partition_by_window(table, split.center);
    SenseValue sense{.split = split};
    for (const auto& group : partition.groups) {
      const Fares after = fares_over(table, group);
      double change = 0;
      for (std::size_t r = 0; r < before.mean.size(); ++r) {
        change += move_value(std::abs(after.mean[r] - before.mean[r]), std::abs(after.min[r] - before.min[r]),
                             std::abs(after.max[r] - before.max[r]), weights.outcome);
      }
      sense.outcome += after.weight / before.weight * change / static_cast<double>(before.mean.size());
    }
    sense.value = sense.outcome + expected_reduction(table, partition, boards) / weights.boards_per_centipawn;
    ranked.push_back(sense);
  }
  sort_by_value(ranked);
  return ranked;
}

std::vector<SenseValue> rank_by_king_squares(const ScoreTable& table, std::span<const WindowSplit> splits) {
  std::vector<SenseValue> ranked;
  for (const WindowSplit& split : splits) {
    const Partition partition = partition_by_window(table, split.center);
    double squares = 0;
    for (const auto& group : partition.groups) {
      Bitboard kings = 0;
      for (const std::size_t row : group) {
        kings |= table.rows()[row].board.of_type(kKing);
      }
      squares += count(kings);
    }
    const auto results = static_cast<double>(std::max<std::size_t>(partition.groups.size(), 1));
    ranked.push_back({.split = split, .value = -squares / results});
  }
  sort_by_value(ranked);
  return ranked;
}

std::vector<SenseValue> rank_by_prospects(const ScoreTable& table, std::span<const WindowSplit> splits, double boards,
                                          const ProspectWeights& weights) {
  if (table.rows().empty() || table.requests().empty()) {
    return rank_by_expected_boards(splits);
  }
  struct Telling {
    const WindowSplit* split;
    Partition partition;
  };
  std::vector<Telling> telling;
  for (const WindowSplit& split : splits) {
    Partition partition = partition_by_window(table, split.center);
    std::erase_if(telling, [&](const Telling& other) { return tells_all(partition, other.partition); });
    if (std::none_of(telling.begin(), telling.end(),
                     [&](const Telling& other) { return tells_all(other.partition, partition); })) {
      telling.push_back({&split, std::move(partition)});
    }
  }
  std::vector<SenseValue> ranked;
  for (const Telling& window : telling) {
    ranked.push_back(prospects_of(table, *window.split, window.partition, boards, weights));
  }
  sort_by_value(ranked);
  return ranked;
}

std::vector<Move> promoting_to_queens(const std::vector<Move>& requests) {
  std::vector<Move> queens = requests;
  std::erase_if(queens, [](Move m) { return m.promotion != kNoPieceType && m.promotion != kQueen; });
  return queens.empty() ? requests : queens;
}

void drop_impossible(std::vector<RequestValue>& ranked) {
  const auto possible = [](const RequestValue& request) { return request.summary.legal > 0; };
  if (std::any_of(ranked.begin(), ranked.end(), possible)) {
    std::erase_if(ranked, std::not_fn(possible));
  }
}

void add_reduction(std::vector<RequestValue>& ranked, const ScoreTable& table, double boards,
                   double boards_per_centipawn) {
  for (RequestValue& request : ranked) {
    const Partition partition = partition_by_request(table, column_of(table, request.request));
    request.value += expected_reduction(table, partition, boards) / boards_per_centipawn;
  }
  sort_by_value(ranked);
}

}  // namespace lanternfish
