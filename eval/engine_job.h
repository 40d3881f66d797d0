#pragma once

// One board on its way through a chess engine: the questions that the board comes to, and its scores out of the
// answers. Knows no process.

#include <optional>
#include <span>
#include <vector>

#include "eval/evaluator.h"
#include "eval/rbc_score.h"
#include "uci/uci_process.h"

namespace lanternfish {

class EngineJob {
 public:
  // `moves`: the taken moves that matter, ascending; empty: all of them. One question about the board, and one about
  // the board after each move that matters and that chess does not know: castling out of or through check, and the null
  // move, where the search is deep or a few moves are told apart. None where no chess engine may see them.
  EngineJob(const Board& board, std::span<const Move> moves, const Effort& effort);

  // Of the question about the board.
  const SearchLimits& limits() const { return limits_; }
  // Of ask_next().
  SearchLimits next_limits() const;
  bool all_asked() const { return asked_ == questions_.size(); }
  bool done() const { return answered_ == questions_.size(); }

  // The next question to ask; not once all are asked. It stays where it is, also when the job is moved.
  const EngineQuestion& ask_next() { return questions_[asked_++]; }
  // The oldest question without an answer; not once the job is done.
  const EngineQuestion& unanswered() const { return questions_[answered_]; }
  // Takes in the answer to unanswered().
  void add(UciProcess::Answer answer);

  // Once done: all moves that matter, finished with `terms`. Where no chess engine may see the board, the built-in
  // evaluator's scores; no moves at all where chess knows none of those asked for.
  BoardScores scores(const RbcTerms& terms) const;

 private:
  void ask_about_board();
  void ask_about_board_after(Move move);
  bool matters(Move move) const;

  Board board_;
  std::vector<Move> only_;  // the taken moves that matter; empty: all
  SearchLimits limits_;
  std::vector<EngineQuestion> questions_;
  std::vector<std::optional<Move>> moves_;  // by question: it is about the board after this move; none: about the board
  std::size_t asked_ = 0;                   // questions
  std::size_t answered_ = 0;
  std::vector<MoveScore> known_;  // so far
  std::vector<MoveScore> first_;  // those of them that are about the board itself, at depth 1
  int depth_ = 0;                 // the smallest of the answers
};

}  // namespace lanternfish
