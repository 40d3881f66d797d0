#pragma once

// What chess scores miss. A chess engine assumes that both sides see everything and that kings are never captured; the
// terms here correct its scores for RBC. Their weights stand together as named presets.

#include <span>
#include <vector>

#include "eval/evaluator.h"

namespace lanternfish {

// Added to the score of each move, in centipawns, in the eyes of the side that moves, on the board after the move. A
// balance counts ours less theirs. A term of zero is left out and costs nothing.
struct RbcTerms {
  // The move itself.
  int king_attack = 0;          // afterwards a piece that did not just capture attacks their king: they seldom see it
  int capturable_attacker = 0;  // the same, but that piece can be captured
  int capture = 0;              // it tells them where we are
  int pass = 0;
  int unsearched_pass = 0;  // a pass, or a request that fails, that no chess engine looked at
  // Of the piece that moved without capturing, which they seldom see.
  double threat = 0;              // per centipawn that its best capture would win next, recaptures counted
  double en_prise = 0;            // given back of what the move loses, as far as they win it by capturing the piece
  int king_zone = 0;              // per square next to their king that it attacks, less those that it attacked before
  int supported_pawn_attack = 0;  // per piece, pawns not counted, that a pawn attacks by moving up quietly
  int bare_pawn_attack = 0;       // the same where nothing defends that pawn

  // Balances.
  int quiet_check = 0;  // per square from which a piece standing there safely could attack the king, no capture needed
  double loose_attack = 0;  // per centipawn of theirs that is attacked and not defended
  double undefended = 0;    // a penalty, per centipawn of ours that is not defended, attacked or not
  int runner = 0;           // per pawn on the sixth or seventh rank with nothing before it on its file
  int castling_right = 0;   // any
  int weak_square = 0;      // a penalty, per square from which a piece that they still have could see our king
  // Of depth 1 in the scores of a search that went deeper, but not to depth 6 (docs/research/depth.md).
  double first_share = 0;

  // Of what the board is worth before the move, when scores become numbers (`relative()`).
  double subtracted_share = 0;  // from moves that a chess engine can score
  double king_share = 0;        // added to a captured king, and to one that is left to be captured

  // How scores that are no centipawns become centipawns for averages.
  int king_captured = 9000;
  int mate = 8000;  // times mate_decay for each move until the mate; of bent scores what lies above win_scale alone
  double mate_decay = 0.95;
  int king_lost = -7000;      // not minus king_captured: the opponent often does not see it
  int stays_in_check = 0;     // on top of king_lost where the king was attacked before the move, too
  int flees_into_check = 0;   // the same where it was the king that moved
  int max_centipawns = 4000;  // the scores that engines give for tablebase wins would outweigh everything else
  // Where it is not 0, s centipawns count win_scale * tanh(s / win_scale), in place of the bound above.
  int win_scale = 0;
  // What a board counts for the opponent, in its own eyes, on which it left its king to be captured.
  int opponent_steps_into_check = -4000;
};

// A chess engine's scores as they are.
constexpr RbcTerms chess_terms() { return {}; }

// The constants of StrangeFish (2019): what the engine's score and king attacks change.
constexpr RbcTerms strangefish() {
  RbcTerms terms;
  terms.king_attack = 300;
  terms.subtracted_share = 1;
  terms.king_captured = 50'000;
  terms.mate = 30'000;
  terms.mate_decay = 1;
  terms.king_lost = -40'000;
  terms.opponent_steps_into_check = -40'000;
  return terms;
}

// The constants of StrangeFish2 (2022), per board and move as there. It adds material to mates and king captures; here
// it does not count.
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
  terms.subtracted_share = 0.15;
  terms.king_share = 0.85;
  terms.stays_in_check = -2000;
  terms.flees_into_check = -2000;
  return terms;
}

// The constants of Fianchetto (2022), which are in logits of a policy; here in hundredths of one.
constexpr RbcTerms fianchetto() {
  RbcTerms terms;
  terms.king_attack = 300;
  terms.king_captured = 20'000;
  terms.mate = 12'000;
  terms.mate_decay = 1;
  terms.king_lost = -16'000;
  terms.max_centipawns = 10'000;
  terms.opponent_steps_into_check = -16'000;
  return terms;
}

// Our own: what a chess engine cannot know, each thing counted once. What captures and quiet moves count comes from
// what opponents lost after them, and from games (docs/research/unseen_pieces.md); the rest
// is not tuned.
constexpr RbcTerms lanternfish_terms() {
  RbcTerms terms;
  terms.king_attack = 25;
  terms.capturable_attacker = -15;
  terms.quiet_check = 6;
  terms.capture = -18;
  terms.threat = 0.06;
  terms.en_prise = 0.4;
  terms.king_zone = 10;
  terms.unsearched_pass = -40;  // the shifted built-in score is too kind to it
  terms.stays_in_check = -1000;
  return terms;
}

// `terms` by chances to win: centipawns bend towards `win_scale`, kings lie a quarter beyond, and mates between. Where
// the chance to win is a logistic function of the score, tanh(s / scale) is twice what it exceeds one half by, and a
// game that is won counts the scale itself.
RbcTerms bent(RbcTerms terms, int win_scale);

// Our own by chances to win, the two depths of a shallow search averaged. The scale of 1,200 centipawns comes from
// games (docs/research/win_chances.md).
RbcTerms bent_lanternfish_terms();

// From this depth on the scores of depth 1 bring little on one board and do harm on many (docs/research/depth.md).
constexpr int kSteadyFrom = 6;

// The scores of a search to `depth`, as far as they are centipawns averaged with those `first` of its depth 1: what the
// two get wrong is different. From depth 6 on, and of moves that `first` does not have, they stay as they are. Best
// first.
std::vector<MoveScore> steadied(std::vector<MoveScore> scores, std::span<const MoveScore> first, int depth,
                                const RbcTerms& terms);

// The scores of all taken moves of `board`: those in `engine`, which knows moves legal in chess and what it was asked
// beside them, and for the others the built-in evaluator's. Of the latter, king captures and losses stay as they are,
// and centipawns are moved by the median difference between engine and built-in evaluator on the moves that both know.
// Both kings must stand.
std::vector<MoveScore> merged_scores(const Board& board, std::span<const MoveScore> engine);

// Adds the terms to the scores and sorts them: best first, ties in order of the move. Returns the best score without
// terms; `scores` are not empty.
Score finish_scores(const Board& board, const RbcTerms& terms, std::vector<MoveScore>& scores);

// A score as one number in centipawns, for averages over boards. Centipawns are cut at +-max_centipawns, and mates
// decay towards this bound, so that the order stays. With one exception: a king left to be captured, which the opponent
// may not see, may count more than a near mate against us, as in StrangeFish2.
double flattened(Score score, const RbcTerms& terms);

// The centipawns that are flattened to `value`, or to the value nearest to it that centipawns come to; beyond these as
// much more, up to 9,000 for a captured king. For reports: an average of bent values says little to people.
double straightened(double value, const RbcTerms& terms);

// The same, seen from a board that is worth `before` to the side to move, as StrangeFish and StrangeFish2 do it.
double relative(Score score, double before, const RbcTerms& terms);

// How good it was for the opponent, in its own eyes, to reach this board, without the terms: for weights of boards by
// quality of play. `scores` are those of all moves of the side to move.
double opponent_value(const BoardScores& scores, const RbcTerms& terms);

}  // namespace lanternfish
