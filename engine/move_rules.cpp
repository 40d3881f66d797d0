#include "engine/move_rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr double kRankPenalty = 4;
constexpr double kKingCaptured = 15;
constexpr double kQuietCheck = 7;
constexpr double kLeftInCheck = -7;

std::vector<RequestValue> ranked_by(const ScoreTable& table, const std::vector<double>& values) {
  std::vector<RequestValue> ranked;
  for (std::size_t i = 0; i < values.size(); ++i) {
    ranked.push_back({table.requests()[i], summarize(table, i), values[i]});
  }
  sort_by_value(ranked);
  return ranked;
}

// The index of the best request of those taken as requested on the board; the number of requests where there is none.
std::size_t best_as_requested(const ScoreTable& table, const ScoreTable::Row& row) {
  std::size_t best = table.requests().size();
  for (std::size_t i = 0; i < table.requests().size(); ++i) {
    const bool as_requested = row.outcomes[i].taken == table.requests()[i] && !row.outcomes[i].taken.is_null();
    if (as_requested && (best == table.requests().size() || row.scores[i] > row.scores[best])) {
      best = i;
    }
  }
  return best;
}

// By request: how many taken moves of the board are better than its own.
std::vector<std::size_t> ranks_on(const ScoreTable::Row& row) {
  std::set<std::pair<Score, Move>> taken;  // requests that come to the same move are one
  for (std::size_t i = 0; i < row.outcomes.size(); ++i) {
    taken.insert({row.scores[i], row.outcomes[i].taken});
  }
  std::vector<Score> scores;
  for (const auto& entry : taken) {
    scores.push_back(entry.first);
  }
  std::vector<std::size_t> ranks;
  for (const Score score : row.scores) {
    ranks.push_back(static_cast<std::size_t>(scores.end() - std::upper_bound(scores.begin(), scores.end(), score)));
  }
  return ranks;
}

// What Scorca gives a request on one board, whose move is the `rank`-th best there.
double value_of_rank(const Board& board, const Outcome& outcome, std::size_t rank) {
  const Color us = board.turn();
  if (in_check(board, ~us)) {
    return outcome.captured == board.king(~us) ? kKingCaptured : 0;
  }
  Board after = board;
  apply(after, outcome.taken);
  if (in_check(after, us)) {
    return kLeftInCheck;
  }
  const bool quiet_check = outcome.captured == kNoSquare && in_check(after, ~us);
  return (quiet_check ? kQuietCheck : 0) - kRankPenalty * std::log(static_cast<double>(rank));
}

}  // namespace

std::vector<RequestValue> rank_by_votes(const ScoreTable& table) {
  std::vector<double> votes(table.requests().size() + 1, 0.0);
  for (const ScoreTable::Row& row : table.rows()) {
    votes[best_as_requested(table, row)] += row.weight;
  }
  votes.pop_back();
  return ranked_by(table, votes);
}

std::vector<RequestValue> rank_by_log_ranks(const ScoreTable& table, const OwnSide& own) {
  std::vector<double> sums(table.requests().size(), 0.0);
  for (const ScoreTable::Row& row : table.rows()) {
    const Board board = unpack(row.board, own);
    const std::vector<std::size_t> ranks = ranks_on(row);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] += row.weight * value_of_rank(board, row.outcomes[i], ranks[i] + 1);
    }
  }
  return ranked_by(table, sums);
}

std::vector<RequestValue> rank_by_extremes(const ScoreTable& table, std::size_t extremes) {
  std::vector<std::size_t> order(table.rows().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return table.rows()[a].best > table.rows()[b].best; });
  if (order.size() > 2 * extremes) {
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(extremes),
                order.end() - static_cast<std::ptrdiff_t>(extremes));
  }
  std::vector<double> sums(table.requests().size(), 0.0);
  for (const std::size_t r : order) {
    const ScoreTable::Row& row = table.rows()[r];
    const double stake = std::abs(win_probability(row.best) - 0.5);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] += stake * (row.values[i] - row.best);
    }
  }
  return ranked_by(table, sums);
}

std::vector<RequestValue> rank_by_policy(const ScoreTable& table, double temperature) {
  std::vector<double> sums(table.requests().size(), 0.0);
  double total = 0;
  for (const ScoreTable::Row& row : table.rows()) {
    std::vector<double> policy;
    for (const float value : row.values) {
      policy.push_back(std::exp((value - row.best) / temperature));
    }
    const double mass = std::accumulate(policy.begin(), policy.end(), 0.0);
    total += row.weight;
    for (std::size_t i = 0; i < sums.size() && mass > 0; ++i) {
      sums[i] += row.weight * policy[i] / mass;
    }
  }
  for (double& sum : sums) {
    sum = total > 0 ? sum / total : 0;
  }
  return ranked_by(table, sums);
}

double win_probability(double centipawns) { return 1 / (1 + std::pow(10.0, -centipawns / 400)); }

}  // namespace lanternfish
