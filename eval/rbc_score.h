#pragma once

// What chess scores miss. A chess engine assumes that everybody sees everything and that kings are never captured; the
// terms here say what that is off by in RBC. Their weights stand together as named presets.

#include <span>
#include <vector>

#include "eval/evaluator.h"

namespace lanternfish {

// Added to the score of each move, in centipawns, seen by the side that moves, on the board after the move. "Balance"
// terms count ours and subtract theirs. Zero leaves a term out and costs nothing.
struct RbcTerms {
  // The move itself.
  int king_attack = 0;          // their king is attacked afterwards, not by a piece that just captured: seldom seen
  int capturable_attacker = 0;  // ... but that piece can be captured
  int capture = 0;              // tells them where we are
  int pass = 0;
  int supported_pawn_attack = 0;  // per piece, pawns not counted, that a pawn attacks by moving up quietly
  int bare_pawn_attack = 0;       // the same where nothing defends that pawn

  // Balances.
  int quiet_check = 0;      // per square from which a piece that stands safely could attack the king without capture
  double loose_attack = 0;  // per centipawn of theirs that is attacked and not defended
  double undefended = 0;    // per centipawn of ours that is not defended, attacked or not: as a penalty
  int runner = 0;           // per pawn on the sixth or seventh rank with nothing before it on its file
  int castling_right = 0;   // any
  int weak_square = 0;      // per square from which a piece they still have could see our king: as a penalty
  double best_score_share = 0;  // of the board's best score, subtracted from all its moves

  // How scores that are no centipawns are flattened for averages.
  int king_captured = 9000;
  int mate = 8000;  // times mate_decay for each move until then
  double mate_decay = 0.95;
  int king_lost = -7000;       // not minus king_captured: the opponent often does not know
  int stays_in_check = 0;      // on top of king_lost where the king was attacked before the move, too
  int flees_into_check = 0;    // the same where it was the king that moved
  int most_centipawns = 4000;  // engines that see tablebase wins would dwarf everything else
  // A board on which the opponent left its king to be captured: what it scored there, in its own eyes.
  int opponent_steps_into_check = -4000;
};

// The constants of StrangeFish (2019): engine score and king attacks only.
constexpr RbcTerms strangefish() {
  RbcTerms terms;
  terms.king_attack = 300;
  terms.king_captured = 50'000;
  terms.mate = 30'000;
  terms.mate_decay = 1;
  terms.king_lost = -40'000;
  terms.opponent_steps_into_check = -40'000;
  return terms;
}

// The constants of StrangeFish2 (2022), per board and move as there. It adds material to mates and king captures; here
// those stay values of their own. Its share of "the score before the move" is taken from the board's best move.
constexpr RbcTerms strangefish2() {
  RbcTerms terms;
  terms.king_attack = 20;
  terms.capturable_attacker = -15;
  terms.capture = -5;
  terms.pass = 5;
  terms.supported_pawn_attack = 15;
  terms.bare_pawn_attack = 5;
  terms.quiet_check = 15;
  terms.loose_attack = 15.0 / 250;
  terms.undefended = 0.1;
  terms.runner = 15;
  terms.castling_right = 15;
  terms.weak_square = 1;
  terms.best_score_share = 0.15;
  terms.stays_in_check = -2000;
  terms.flees_into_check = -2000;
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
  terms.stays_in_check = -1000;
  return terms;
}

// Scores of all taken moves of `board` out of a chess engine's, which knows only the moves legal in chess. The others
// are the built-in evaluator's: king captures and losses as they are, centipawns moved by the median difference of the
// two on the moves that both know. Neither side's king may be missing.
std::vector<MoveScore> merged_scores(const Board& board, std::span<const MoveScore> engine);

// Adds the terms, and sorts: best first, ties in order of the move.
void finish_scores(const Board& board, const RbcTerms& terms, std::vector<MoveScore>& scores);

// One number in centipawns for averages over boards. Centipawns are cut at +-most_centipawns, mates decay towards that,
// so their order stays. Not quite the order of scores altogether: a king left to be captured, which the opponent may
// miss, may count more than a near mate against us, as in StrangeFish2.
int flattened(Score score, const RbcTerms& terms);

// How well the opponent did to bring this board about, in its own eyes: what weights of boards by quality of play want.
// `scores` are those of the side to move, best first.
int opponent_value(std::span<const MoveScore> scores, const RbcTerms& terms);

}  // namespace lanternfish
