#include "engine/score_table.h"

#include <algorithm>
#include <cmath>

namespace lanternfish {

void ScoreTable::add(const Hypothesis& h, const Board& board, double weight, const BoardScores& scores) {
  std::vector<std::pair<Move, float>> values;
  for (const MoveScore& move : scores.moves) {
    values.emplace_back(move.taken, static_cast<float>(flattened(move.score, terms_)));
  }
  std::sort(values.begin(), values.end());
  Row row{.board = h, .weight = weight, .values = {}, .outcomes = {}};
  for (const Move request : requests_) {
    const Outcome outcome = resolve(board, request);
    const auto found = std::lower_bound(values.begin(), values.end(), outcome.taken,
                                        [](const auto& entry, Move taken) { return entry.first < taken; });
    row.values.push_back(found == values.end() ? 0.0F : found->second);
    row.outcomes.push_back(outcome);
  }
  nodes_ += scores.moves.size();
  rows_.push_back(std::move(row));
}

RequestSummary summarize(const ScoreTable& table, std::size_t request) {
  RequestSummary summary;
  double total = 0;
  double squares = 0;
  bool first = true;
  for (const ScoreTable::Row& row : table.rows()) {
    const double value = row.values[request];
    const Outcome& outcome = row.outcomes[request];
    total += row.weight;
    summary.mean += row.weight * value;
    squares += row.weight * value * value;
    summary.least = first ? value : std::min(summary.least, value);
    summary.most = first ? value : std::max(summary.most, value);
    summary.legal += outcome.taken == table.requests()[request] ? row.weight : 0;
    summary.capture += outcome.captured != kNoSquare ? row.weight : 0;
    summary.king +=
        outcome.captured != kNoSquare && contains(row.board.of_type(kKing), outcome.captured) ? row.weight : 0;
    first = false;
  }
  if (total > 0) {
    for (double* sum : {&summary.mean, &squares, &summary.legal, &summary.capture, &summary.king}) {
      *sum /= total;
    }
    summary.deviation = std::sqrt(std::max(0.0, squares - summary.mean * summary.mean));
  }
  return summary;
}

}  // namespace lanternfish
