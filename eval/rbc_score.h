#pragma once

// What chess scores miss. A chess engine assumes that everybody sees everything and that kings are never captured; the
// terms here say what that is off by in RBC. Their weights stand together as named presets.

#include <span>
#include <vector>

#include "eval/evaluator.h"

namespace lanternfish {

// Added to the score of each move, in centipawns, seen by the side that moves. Zero leaves a term out and costs
// nothing.
struct RbcTerms {
  int king_attack = 0;          // a move without capture after which a piece of ours attacks their king: seldom seen
  int capturable_attacker = 0;  // ... but that piece can be captured
  int quiet_check = 0;          // per check without capture we could give on the move after
  double hanging = 0;           // per centipawn of ours that is attacked and not defended: as a penalty
  int capture = 0;              // a capture tells them where we are
  int pass = 0;
  int pawn_on_piece = 0;  // per piece of theirs that a pawn of ours attacks
  int pawn_on_pawn = 0;   // per pawn of theirs that a pawn of ours attacks
  int passed_pawn = 0;
  int castling_right = 0;
  int weak_square = 0;          // per square round our king that is attacked and not defended: as a penalty
  double best_score_share = 0;  // of the board's best score, subtracted from all its moves

  // How scores that are no centipawns are flattened for averages.
  int king_captured = 9000;
  int mate = 8000;  // times mate_decay for each move until then
  double mate_decay = 0.95;
  int king_lost = -7000;       // not minus king_captured: the opponent often does not know
  int most_centipawns = 4000;  // engines that see tablebase wins would dwarf everything else
};

// The constants of StrangeFish2's published program, applied per board and move as there. Where a constant's name does
// not say when it applies, the reading is ours (pawn pressure, weak squares).
constexpr RbcTerms strangefish2() {
  RbcTerms terms;
  terms.king_attack = 20;
  terms.capturable_attacker = -15;
  terms.quiet_check = 15;
  terms.hanging = 0.1;
  terms.capture = -5;
  terms.pass = 5;
  terms.pawn_on_piece = 15;
  terms.pawn_on_pawn = 5;
  terms.passed_pawn = 15;
  terms.castling_right = 15;
  terms.weak_square = 1;
  terms.best_score_share = 0.15;
  return terms;
}

// Our own: only what a chess engine cannot know, each counted once. Not tuned yet.
constexpr RbcTerms lanternfish_terms() {
  RbcTerms terms;
  terms.king_attack = 25;
  terms.capturable_attacker = -15;
  terms.quiet_check = 6;
  terms.capture = -4;
  terms.pass = -40;  // the shifted built-in score flatters it; so also for requests that fail
  return terms;
}

// Scores of all taken moves of `board` out of a chess engine's, which knows only the moves legal in chess. The others
// are the built-in evaluator's: king captures and losses as they are, centipawns moved by the median difference of the
// two on the moves that both know. Neither side's king may be missing.
std::vector<MoveScore> merged_scores(const Board& board, std::span<const MoveScore> engine);

// Adds the terms, and sorts: best first, ties in order of the move.
void finish_scores(const Board& board, const RbcTerms& terms, std::vector<MoveScore>& scores);

// One number in centipawns for averages over boards. Not quite in the order of scores: a king left to be captured,
// which the opponent may miss, counts more than a near mate against us, as in StrangeFish2.
int flattened(Score score, const RbcTerms& terms);

}  // namespace lanternfish
