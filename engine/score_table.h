#pragma once

// A table of requests by boards: what each request is worth on each board that was scored.

#include <span>
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
    float best = 0;             // centipawns: the best move of the board, requested or not
    Move best_taken{};          // the best move of the last answer, the null move left out
    float opponent = 0;         // centipawns, in the opponent's eyes: what its move to this board was worth
    std::vector<Score> scores;  // by request
    std::vector<float> values;  // the scores in centipawns, flattened and relative
    std::vector<Outcome> outcomes;
  };

  // `list`: the requests to compare. `terms` say how scores become numbers.
  ScoreTable(std::vector<Move> list, const RbcTerms& terms) : requests_(std::move(list)), terms_(terms) {}

  const std::vector<Move>& requests() const { return requests_; }
  const std::vector<Row>& rows() const { return rows_; }
  const RbcTerms& terms() const { return terms_; }
  std::uint64_t nodes() const { return nodes_; }  // positions scored

  // Adds the row of a board, whose `scores` name every taken move. `index`: of the board in the list that was scored.
  void add(const Hypothesis& h, const Board& board, const BoardScores& scores, std::size_t index = 0);
  // Replaces scores of a row by better ones, of all moves or of some. Moves not listed keep their scores; where only
  // some are listed, best and opponent stay.
  void replace(std::size_t row, const BoardScores& scores);
  void set_weight(std::size_t row, double weight) { rows_[row].weight = weight; }

  // A table of the rows with these indices alone, in their order. It has scored no positions.
  ScoreTable of_boards(std::span<const std::size_t> indices) const;

 private:
  std::vector<Move> requests_;
  RbcTerms terms_;
  std::vector<Row> rows_;
  std::uint64_t nodes_ = 0;

  void fill(Row& row, const BoardScores& scores);
};

// Where `request` stands in the list of the table, which has it.
std::size_t column_of(const ScoreTable& table, Move request);
// Two requests that come to the same on every board of the table.
bool same_outcomes(const ScoreTable& table, std::size_t first, std::size_t second);

// What a request is worth over all rows: values in centipawns, by weight.
struct RequestSummary {
  double mean = 0, min = 0, max = 0, deviation = 0;
  double legal = 0;    // probability that the taken move is the request
  double capture = 0;  // of capturing anything
  double king = 0;     // of capturing the king
};
RequestSummary summarize(const ScoreTable& table, std::size_t request);

}  // namespace lanternfish
