#include "engine/score_table.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace lanternfish {

void ScoreTable::fill(Row& row, const BoardScores& scores) {
  if (!scores.some_moves) {
    row.best = static_cast<float>(flattened(scores.moves.front().score, terms_));
    row.opponent = static_cast<float>(opponent_value(scores, terms_));
  }
  std::vector<MoveScore> known = scores.moves;
  std::sort(known.begin(), known.end(), [](const MoveScore& a, const MoveScore& b) { return a.taken < b.taken; });
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    const Move taken = row.outcomes[i].taken;
    const auto found = std::lower_bound(known.begin(), known.end(), taken,
                                        [](const MoveScore& entry, Move move) { return entry.taken < move; });
    if (found != known.end() && found->taken == taken) {
      row.scores[i] = found->score;
      row.values[i] = static_cast<float>(relative(found->score, -row.opponent, terms_));
    } else {
      assert(scores.some_moves);
    }
  }
  const auto best_taken =
      std::find_if(scores.moves.begin(), scores.moves.end(), [](const MoveScore& m) { return !m.taken.is_null(); });
  row.best_taken = best_taken == scores.moves.end() ? row.best_taken : best_taken->taken;
  nodes_ += scores.moves.size();
}

void ScoreTable::add(const Hypothesis& h, const Board& board, const BoardScores& scores, std::size_t index) {
  assert(!scores.some_moves);
  Row row;
  row.board = h;
  row.index = index;
  for (const Move request : requests_) {
    row.outcomes.push_back(resolve(board, request));
  }
  row.scores.resize(requests_.size());
  row.values.resize(requests_.size());
  fill(row, scores);
  rows_.push_back(std::move(row));
}

ScoreTable ScoreTable::of_boards(std::span<const std::size_t> indices) const {
  ScoreTable part(requests_, terms_);
  for (const std::size_t index : indices) {
    const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) { return r.index == index; });
    assert(row != rows_.end());
    part.rows_.push_back(*row);
  }
  return part;
}

void ScoreTable::replace(std::size_t row, const BoardScores& scores) { fill(rows_[row], scores); }

std::size_t column_of(const ScoreTable& table, Move request) {
  const auto& list = table.requests();
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), request) - list.begin());
}

bool same_outcomes(const ScoreTable& table, std::size_t first, std::size_t second) {
  return std::all_of(table.rows().begin(), table.rows().end(),
                     [&](const ScoreTable::Row& row) { return row.outcomes[first] == row.outcomes[second]; });
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
    summary.min = first ? value : std::min(summary.min, value);
    summary.max = first ? value : std::max(summary.max, value);
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
