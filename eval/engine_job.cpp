#include "eval/engine_job.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "eval/static_evaluator.h"
#include "rules/rbc.h"

namespace lanternfish {

EngineJob::EngineJob(const Board& board, std::span<const Move> moves, const Effort& effort)
    : board_(board), only_(moves.begin(), moves.end()), limits_{.depth = std::max(effort.depth, 1)} {
  ask_about_board();
}

bool EngineJob::matters(Move move) const {
  return only_.empty() || std::binary_search(only_.begin(), only_.end(), move);
}

void EngineJob::ask_about_board() {
  std::optional<EngineQuestion> question = engine_question(board_);
  if (!question) {
    return;
  }
  const std::vector<Move> legal = question->legal;
  if (!only_.empty()) {
    std::copy_if(legal.begin(), legal.end(), std::back_inserter(question->only),
                 [&](Move move) { return matters(move); });
  }
  if (only_.empty() || !question->only.empty()) {
    questions_.push_back(*std::move(question));
    moves_.emplace_back();
  }
  // Afterwards its king may stand in a mating net, of which the built-in evaluator sees nothing.
  if (!only_.empty() || limits_.depth >= kSteadyFrom) {
    ask_about_board_after(kNullMove);
  }
  for_each_taken_move(mover_view(board_), board_.turn(), [&](PieceType type, Move move, Square) {
    if (is_castling(type, move) && std::find(legal.begin(), legal.end(), move) == legal.end()) {
      ask_about_board_after(move);
    }
  });
}

// Where a move leaves nothing to ask about, chess may still know its score: a mate.
void EngineJob::ask_about_board_after(Move move) {
  if (!matters(move)) {
    return;
  }
  Board after = board_;
  apply(after, move);
  if (after.king(after.turn()) == kNoSquare) {
    return;
  }
  if (auto question = engine_question(after)) {
    questions_.push_back(*std::move(question));
    moves_.emplace_back(move);
  } else if (is_checkmate(after)) {
    known_.push_back({move, Score::mates_in(1)});
  }
}

// Of the board after a move only its best score counts, and that move is the first ply.
SearchLimits EngineJob::next_limits() const {
  SearchLimits limits = limits_;
  if (moves_[asked_]) {
    limits.all_moves = false;
    limits.depth = std::max(limits.depth - 1, 1);
  }
  return limits;
}

void EngineJob::add(UciProcess::Answer answer) {
  assert(!done());
  const std::optional<Move> move = moves_[answered_];
  const int depth = answer.depth + (move ? 1 : 0);
  depth_ = answered_ == 0 ? depth : std::min(depth_, depth);
  if (move) {
    known_.push_back({*move, answer.moves.front().score.one_move_earlier()});
  } else {
    known_.insert(known_.end(), answer.moves.begin(), answer.moves.end());
    first_ = std::move(answer.first);
  }
  ++answered_;
}

BoardScores EngineJob::scores(const RbcTerms& terms) const {
  assert(done());
  const bool some = !only_.empty();
  if (questions_.empty()) {
    return some ? BoardScores{.moves = {}, .some_moves = true} : built_in_answer(board_, terms);
  }
  const std::vector<MoveScore> known = steadied(known_, first_, depth_, terms);
  BoardScores scores{.moves = some ? known : merged_scores(board_, known),
                     .source = ScoreSource::kChessEngine,
                     .depth = depth_,
                     .some_moves = some};
  RbcTerms finish = terms;
  if (std::any_of(known.begin(), known.end(), [](const MoveScore& m) { return m.taken.is_null(); })) {
    finish.unsearched_pass = 0;
  }
  if (!scores.moves.empty()) {
    scores.worth = finish_scores(board_, finish, scores.moves);
  }
  return scores;
}

}  // namespace lanternfish
