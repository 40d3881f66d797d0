#pragma once

// Requests against boards: what each request is worth on each board that was scored.

#include <vector>

#include "belief/set/board_set.h"
#include "eval/rbc_score.h"
#include "rules/rbc.h"

namespace lanternfish {

class ScoreTable {
 public:
  struct Row {
    Hypothesis board;
    std::size_t index = 0;      // of the board in the list that was scored
    double weight = 0;          // of the board in averages, not normalised
    float best = 0;             // centipawns: of the best move there is on the board
    float opponent = 0;         // centipawns: what the opponent thinks of having come there
    std::vector<Score> scores;  // by request
    std::vector<float> values;  // the same in centipawns, flattened
    std::vector<Outcome> outcomes;
  };

  // `list` is what my side may request and is to be compared; `terms` say how scores become numbers.
  ScoreTable(std::vector<Move> list, const RbcTerms& terms) : requests_(std::move(list)), terms_(terms) {}

  const std::vector<Move>& requests() const { return requests_; }
  const std::vector<Row>& rows() const { return rows_; }
  const RbcTerms& terms() const { return terms_; }
  std::uint64_t nodes() const { return nodes_; }  // positions scored

  // Requests that give the same taken move on a board share its score.
  void add(const Hypothesis& h, const Board& board, const BoardScores& scores, std::size_t index = 0);
  // Better scores of the board of a row, or of some of its moves: the others keep theirs, and the row what it was at
  // best.
  void replace(std::size_t row, const BoardScores& scores);
  // Replaces the weights, in the order of the rows.
  void set_weight(std::size_t row, double weight) { rows_[row].weight = weight; }

 private:
  std::vector<Move> requests_;
  RbcTerms terms_;
  std::vector<Row> rows_;
  std::uint64_t nodes_ = 0;

  void fill(Row& row, const BoardScores& scores);
};

// How a request fares over a set of rows.
struct RequestSummary {
  double mean = 0, least = 0, most = 0, deviation = 0;
  double legal = 0;    // probability of being taken as requested
  double capture = 0;  // of capturing anything
  double king = 0;     // of capturing the king
};
RequestSummary summarize(const ScoreTable& table, std::size_t request);

struct WeightedValue {
  float value, weight;
};
// Mean of the lowest values whose weights make up `share` of all, the last one in part; `values` are not empty and come
// back in another order. With a share of 0 the lowest value.
double lower_tail(std::vector<WeightedValue>& values, double share);

// Means of a request's worst and best outcomes whose boards make up `share` of the weight of all rows, of which there
// are some.
struct Tails {
  double least = 0, most = 0;
};
Tails tails_of(const ScoreTable& table, std::size_t request, double share);

}  // namespace lanternfish
