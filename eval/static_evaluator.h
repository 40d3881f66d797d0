#pragma once

// The built-in evaluator. It answers on machines without a chess engine, about positions that no chess engine may see,
// and about the moves that a chess engine leaves out. It looks one move ahead and then at captures only, by the rules
// of RBC: no check, kings are captured, and a side may always pass. Deterministic.

#include "eval/evaluator.h"
#include "eval/rbc_score.h"

namespace lanternfish {

// The scores of every taken move, the null move included, in order of generation, without the terms of rbc_score.h:
// king captures, king losses, and centipawns for the others. Both kings must stand. Adds the number of positions valued
// to `nodes`, unless that is null.
std::vector<MoveScore> built_in_scores(const Board& board, std::uint64_t* nodes = nullptr);

class StaticEvaluator : public Evaluator {
 public:
  explicit StaticEvaluator(const RbcTerms& terms) : terms_(terms) {}

  // Ignores the effort, and scores all moves.
  void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
             const Sink& sink) override;

 private:
  RbcTerms terms_;
};

// The score of one taken move; `captured` as for_each_taken_move gives it.
Score built_in_score(const Board& board, Move taken, Square captured);

// The answer about one board, as StaticEvaluator delivers it.
BoardScores built_in_answer(const Board& board, const RbcTerms& terms);

}  // namespace lanternfish
