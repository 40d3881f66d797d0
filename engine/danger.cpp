#include "engine/danger.h"

#include "rules/attacks.h"

namespace lanternfish {

namespace {

bool may_step_into_check(const Board& board, Square king) {
  const Color us = board.turn();
  for (Bitboard steps = kKingAttacks[king] & ~board.pieces(us); steps != 0;) {
    if (attackers_of(board, pop_lowest(steps), ~us) != 0) {
      return true;
    }
  }
  const Bitboard shields = queen_attacks(king, board.occupied()) & board.pieces(us);
  for (Bitboard b = shields; b != 0;) {
    Board without = board;
    without.remove(pop_lowest(b));
    if (attackers_of(without, king, ~us) != 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

Danger danger_of(const Board& board) {
  const Color us = board.turn();
  const Square king = board.king(us);
  if (const Bitboard checkers = attackers_of(board, king, ~us); checkers != 0) {
    return (checkers & kKingAttacks[king]) != 0 ? Danger::kInCheck : Danger::kInCheckAtDistance;
  }
  if (may_step_into_check(board, king)) {
    return Danger::kMayStepIntoCheck;
  }
  for (Bitboard queens = board.pieces(us, kQueen); queens != 0;) {
    if (attackers_of(board, pop_lowest(queens), ~us) != 0) {
      return Danger::kQueenAttacked;
    }
  }
  return Danger::kNone;
}

}  // namespace lanternfish
