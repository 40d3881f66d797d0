#include "engine/strategies/kevin/positions.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "engine/strategies/kevin/values.h"
#include "eval/static_evaluator.h"

namespace lanternfish::lookahead {

namespace {

// More than this the chess engine's opinion does not count: the moves that follow are no longer those it thought of.
constexpr int kMaxShift = 1500;  // centipawns

bool by_move(const MoveScore& a, const MoveScore& b) { return a.taken < b.taken; }

// What the opponent knows of its next move after my request: the situation that the move model wants.
MoveContext context_after(const Question& question, Move request, const Outcome& outcome) {
  MoveContext context = question.next_move;
  OwnSide mine = question.own;
  const Status fits = mine.observe(Moved{request, outcome.taken, outcome.captured});
  assert(fits);
  (void)fits;
  const Square captured_before = context.situation.mover_captured;
  context.situation = situation_before(mine.pieces(), mine.me());
  context.situation.observer_to = outcome.taken.is_null() ? kNoSquare : outcome.taken.to;
  context.situation.observer_captured = outcome.captured != kNoSquare;
  context.situation.mover_captured = captured_before;
  return context;
}

std::vector<ReplyIndex> sorted_indices(std::size_t count, const auto& better) {
  std::vector<ReplyIndex> indices(count);
  std::iota(indices.begin(), indices.end(), ReplyIndex{0});
  std::stable_sort(indices.begin(), indices.end(), better);
  return indices;
}

}  // namespace

Score AfterReply::score_of(Move taken) const {
  const auto found = std::lower_bound(moves.begin(), moves.end(), MoveScore{taken, {}}, by_move);
  assert(found != moves.end() && found->taken == taken);
  return found->score;
}

std::size_t AfterRequest::reply_of(Move taken) const {
  const auto found = std::lower_bound(replies.begin(), replies.end(), taken,
                                      [](const Reply& reply, Move move) { return reply.taken < move; });
  assert(found != replies.end() && found->taken == taken);
  return static_cast<std::size_t>(found - replies.begin());
}

float AfterRequest::value_of_reply(std::size_t reply) const { return -value_of(replies[reply].score, -shift); }

Positions::Positions(const Question& question) : question_(question), requests_(question.requests.size()) {
  after_.resize(question.boards.size() * requests_);
  for (std::size_t b = 0; b < question.boards.size(); ++b) {
    const Board board = unpack(question.boards[b].board, question.own);
    for (std::size_t r = 0; r < requests_; ++r) {
      AfterRequest& after = after_[index(b, r)];
      after.outcome = resolve(board, question.requests[r]);
      after.wins = after.outcome.captured != kNoSquare && after.outcome.captured == board.king(~board.turn());
      after.board = board;
      apply(after.board, after.outcome.taken);
    }
  }
}

const AfterRequest& Positions::replies(std::size_t board, std::size_t request) {
  AfterRequest& after = after_[index(board, request)];
  assert(!after.wins);
  if (!after.replies.empty()) return after;
  const MoveContext context = context_after(question_, question_.requests[request], after.outcome);
  const MoverView view = mover_view(after.board);
  MoveProbabilities model(context.model, context.situation);
  for (const TakenMove& taken : model.of(view)) {
    after.replies.push_back({.taken = taken.type == kNoPieceType ? kNullMove : taken.move,
                             .captured = taken.captured,
                             .score = {},
                             .probability = taken.probability});
  }
  std::sort(after.replies.begin(), after.replies.end(),
            [](const Reply& a, const Reply& b) { return a.taken < b.taken; });
  std::vector<MoveScore> scores = built_in_scores(after.board, &scored_);
  std::sort(scores.begin(), scores.end(), by_move);
  assert(scores.size() == after.replies.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    assert(scores[i].taken == after.replies[i].taken);
    after.replies[i].score = scores[i].score;
  }
  after.best = sorted_indices(after.replies.size(), [&](std::size_t a, std::size_t b) {
    return after.replies[a].score > after.replies[b].score;
  });
  after.likeliest = sorted_indices(after.replies.size(), [&](std::size_t a, std::size_t b) {
    return after.replies[a].probability > after.replies[b].probability;
  });
  after.next.resize(after.replies.size());
  const Score known = question_.boards[board].scores[request];
  const Score best = after.replies[after.best.front()].score;
  if (best.is_centipawns() && !known.is_king_loss()) {
    after.shift = std::clamp(plain_centipawns(known) + plain_centipawns(best), -kMaxShift, kMaxShift);
  }
  return after;
}

const AfterReply& Positions::after_reply(std::size_t board, std::size_t request, std::size_t reply) {
  AfterRequest& after = after_[index(board, request)];
  std::unique_ptr<AfterReply>& next = after.next[reply];
  if (next) return *next;
  next = std::make_unique<AfterReply>();
  next->board = after.board;
  apply(next->board, after.replies[reply].taken);
  next->moves = built_in_scores(next->board, &scored_);
  std::sort(next->moves.begin(), next->moves.end(), by_move);
  std::vector<MoveScore> best(std::min(kBestMoves, next->moves.size()));
  std::partial_sort_copy(next->moves.begin(), next->moves.end(), best.begin(), best.end(),
                         [](const MoveScore& a, const MoveScore& b) {
                           return a.score != b.score ? a.score > b.score : a.taken < b.taken;
                         });
  for (const MoveScore& move : best) next->best.push_back(move.taken);
  return *next;
}

}  // namespace lanternfish::lookahead
