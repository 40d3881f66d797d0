#pragma once

// What a request is worth on the true board: the measure of every decision here.

#include <span>
#include <vector>

#include "analysis/turn_analysis.h"
#include "belief/set/board_set.h"
#include "engine/random.h"
#include "eval/evaluator.h"

namespace lanternfish {

// A deep search of one true board, with the scores of RBC (eval/rbc_score.h).
class TruthJudge {
 public:
  // Blocks for the search. Both kings must stand on `truth`; its side to move is the one judged.
  TruthJudge(Evaluator& evaluator, int depth, const Board& truth);

  // `request` may be one that the side to move may make, else it counts as a pass.
  RequestVerdict verdict(Move request) const;
  Move best() const { return best_; }
  bool can_take_king() const { return can_take_king_; }

 private:
  double value_of(Move taken) const;

  Board truth_;
  std::vector<MoveScore> scores_;  // by taken move, ascending
  Move best_;
  double best_value_ = 0;  // centipawns, flattened as for averages
  bool can_take_king_ = false;
};

struct ValuedRequest {
  Move request;
  double value = 0;  // centipawns: weighted mean over boards
};

// The mean of every request over at most `limit` boards drawn from the set by weight; in the order of requests().
std::vector<ValuedRequest> values_on_belief(Evaluator& evaluator, int depth, const BoardSet& set, const OwnSide& own,
                                            std::size_t limit, Random& random);

// Whether no other request has a mean much above that of `request`.
bool nearly_best(std::span<const ValuedRequest> values, Move request);

}  // namespace lanternfish
