#pragma once

// The built-in evaluator: answers for machines without a chess engine, for positions no chess engine may see, and for
// what a chess engine's answer leaves out. Looks one move ahead and then at captures only, with the rules of RBC: no
// check, kings are captured, and a side may always pass. Deterministic.

#include "eval/evaluator.h"
#include "eval/rbc_score.h"

namespace lanternfish {

// Raw scores of every taken move, the null move included, in order of generation: king captures and losses, else
// centipawns; without the terms of rbc_score.h. Both kings must stand. Adds the positions valued to `nodes`.
std::vector<MoveScore> built_in_scores(const Board& board, std::uint64_t* nodes = nullptr);

class StaticEvaluator : public Evaluator {
 public:
  explicit StaticEvaluator(const RbcTerms& terms) : terms_(terms) {}

  // The effort is ignored, and all moves are scored.
  void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
             const Sink& sink) override;

 private:
  RbcTerms terms_;
};

// The same for one taken move; `captured` as for_each_taken_move gives it.
Score built_in_score(const Board& board, Move taken, Square captured);

// One board, as StaticEvaluator delivers it.
BoardScores built_in_answer(const Board& board, const RbcTerms& terms);

}  // namespace lanternfish
