#include "engine/strategies/one_board_move.h"

#include <algorithm>

#include "rules/attacks.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr int kDepth = 7;                                   // plies
constexpr auto kThinking = std::chrono::milliseconds(500);  // trout's published time for a move

}  // namespace

Move best_move(const OneBoard& one, Situation& s, std::span<const Move> allowed) {
  const Board& board = one.board();
  const auto is_allowed = [&](Move m) { return std::find(allowed.begin(), allowed.end(), m) != allowed.end(); };
  const Square king = one.enemy_king();
  if (king != kNoSquare) {
    for (Bitboard b = attackers_of(board, king, one.me()); b != 0;) {
      const Move capture = normalized_request(board, {pop_lowest(b), king});
      if (is_allowed(capture)) {
        return capture;
      }
    }
  }
  Move best = is_allowed(kNullMove) ? kNullMove : allowed[0];
  if (king == kNoSquare || board.king(one.me()) == kNoSquare || s.budget.at_once) {
    return best;
  }
  const Deadline deadline =
      s.budget.timed() ? std::min(s.budget.deadline, SteadyClock::now() + kThinking) : s.budget.deadline;
  s.evaluator.score(std::span(&board, 1), {kDepth}, deadline, s.budget.stop,
                    [&](std::size_t, const BoardScores& scores) {
                      for (const MoveScore& move : scores.moves) {
                        if (!move.taken.is_null() && is_allowed(move.taken)) {
                          best = move.taken;
                          return;
                        }
                      }
                    });
  return best;
}

}  // namespace lanternfish
