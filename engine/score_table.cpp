#include "engine/score_table.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace lanternfish {

void ScoreTable::fill(Row& row, const BoardScores& scores) {
  std::vector<MoveScore> known = scores.moves;
  std::sort(known.begin(), known.end(), [](const MoveScore& a, const MoveScore& b) { return a.taken < b.taken; });
  row.scores.clear();
  row.values.clear();
  for (const Outcome& outcome : row.outcomes) {
    const auto found = std::lower_bound(known.begin(), known.end(), outcome.taken,
                                        [](const MoveScore& entry, Move taken) { return entry.taken < taken; });
    assert(found != known.end() && found->taken == outcome.taken);
    row.scores.push_back(found->score);
    row.values.push_back(static_cast<float>(flattened(found->score, terms_)));
  }
  row.best = static_cast<float>(flattened(scores.moves.front().score, terms_));
  row.opponent = static_cast<float>(opponent_value(scores.moves, terms_));
  nodes_ += scores.moves.size();
}

void ScoreTable::add(const Hypothesis& h, const Board& board, const BoardScores& scores, std::size_t index) {
  Row row;
  row.board = h;
  row.index = index;
  for (const Move request : requests_) {
    row.outcomes.push_back(resolve(board, request));
  }
  fill(row, scores);
  rows_.push_back(std::move(row));
}

void ScoreTable::replace(std::size_t row, const BoardScores& scores) { fill(rows_[row], scores); }

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
