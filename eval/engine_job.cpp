#include "eval/engine_job.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "eval/static_evaluator.h"
#include "rules/rbc.h"

namespace lanternfish {

EngineJob::EngineJob(const Board& board, std::span<const Move> moves, const Effort& effort)
    : board_(board),
      only_(moves.begin(), moves.end()),
      limits_{.depth = std::max(effort.depth, 1), .nodes = effort.nodes} {
  if (effort.mode == SearchMode::kAllMoves) {
    ask_about_board();
  } else {
    ask_about_moves();
  }
}

bool EngineJob::matters(Move move) const {
  return only_.empty() || std::binary_search(only_.begin(), only_.end(), move);
}

void EngineJob::ask_about_board() {
  std::optional<EngineQuestion> question = engine_question(board_);
  if (!question) {
    return;
  }
  if (!only_.empty()) {
    std::copy_if(question->legal.begin(), question->legal.end(), std::back_inserter(question->only),
                 [&](Move move) { return matters(move); });
  }
  if (only_.empty() || !question->only.empty()) {
    questions_.push_back(*std::move(question));
  }
}

// Where a move leaves nothing to ask about, chess may still know its score: a mate.
void EngineJob::ask_about_moves() {
  limits_.all_moves = false;
  const auto add = [&](PieceType, Move move, Square) {
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
      moves_.push_back(move);
    } else if (is_checkmate(after)) {
      known_.push_back({move, Score::mates_in(1)});
    }
  };
  for_each_taken_move(mover_view(board_), board_.turn(), add);
  add(kNoPieceType, kNullMove, kNoSquare);
  if (limits_.nodes > 0 && !questions_.empty()) {
    limits_.nodes = std::max<std::int64_t>(1, limits_.nodes / static_cast<std::int64_t>(questions_.size()));
  }
}

void EngineJob::add(UciProcess::Answer answer) {
  assert(!done());
  depth_ = answered_ == 0 ? answer.depth : std::min(depth_, answer.depth);
  if (moves_.empty()) {
    known_ = std::move(answer.moves);
  } else {
    known_.push_back({moves_[answered_], answer.moves.front().score.one_move_earlier()});
  }
  ++answered_;
}

BoardScores EngineJob::scores(const RbcTerms& terms) const {
  assert(done());
  const bool some = !only_.empty();
  if (questions_.empty()) {
    return some ? BoardScores{.moves = {}, .some_moves = true} : built_in_answer(board_, terms);
  }
  BoardScores scores{.moves = some ? known_ : merged_scores(board_, known_),
                     .source = ScoreSource::kChessEngine,
                     .depth = depth_,
                     .some_moves = some};
  finish_scores(board_, terms, scores.moves);
  return scores;
}

}  // namespace lanternfish
