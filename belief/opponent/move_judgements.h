#pragma once

// An evaluator's judgements of the moves on one board, in the form that the move model uses. A judgement adds to the
// score that each style gives the move. How much depends on how far the evaluator looked: the coefficients are in
// move_judgements_shallow.inc and move_judgements_deep.inc; docs/research/opponent_model.md says how they were fitted.

#include <cstdint>
#include <span>
#include <vector>

#include "rules/types.h"

namespace lanternfish {

enum class Verdict : std::uint8_t { kScored, kMates, kIsMated, kCapturesKing, kLosesKing, kStaysInCheck };
constexpr int kVerdicts = 6;

// What an evaluator says of a taken move, for the side that makes the move.
struct JudgedMove {
  Move taken;
  Verdict verdict = Verdict::kScored;
  int centipawns = 0;  // only where the verdict is kScored
};

// Of one ply, or of six: what is known of the moves is as good for foreseeing most players, but another thing.
enum class JudgedDepth : std::uint8_t { kShallow, kDeep };
constexpr int kJudgedDepths = 2;

// A judged move with rank and loss reduced to classes.
struct MoveJudgement {
  Move taken;
  std::uint8_t rank = 0;  // class of the move's rank among all moves of the board
  std::uint8_t loss = 0;  // class of the loss against the best scored move; for other verdicts a class of the verdict
  float foreseen = 0;     // its probability for a player that decides by what it can know; 0 where nobody was asked
};
// The judgements of one board.
struct MoveJudgements {
  std::vector<MoveJudgement> moves;  // every taken move once, sorted by move; empty: the evaluator was not asked
  JudgedDepth depth = JudgedDepth::kShallow;
  bool foreseen = false;  // whether the moves have probabilities

  bool empty() const { return moves.empty(); }
};

// `judged` has every taken move of a board, the null move included, best first.
MoveJudgements judgements_of(std::span<const JudgedMove> judged, JudgedDepth depth);

// The judgement of a taken move, which is among the judgements.
const MoveJudgement& judgement_of(const MoveJudgements& judgements, Move taken);

// Rows of a table of coefficients. A judgement's part of the score is the sum of two rows.
namespace judgement_rows {

constexpr int kKinds = 3;  // quiet move, capture, null move
constexpr int kRanks = 9;
constexpr int kLosses = 10;
constexpr int kLossesAndVerdicts = kLosses + kVerdicts - 1;

constexpr int kRank = 0;                        // kind, class of the rank
constexpr int kLoss = kRank + kKinds * kRanks;  // kind, class of the loss or verdict
constexpr int kCount = kLoss + kKinds * kLossesAndVerdicts;

}  // namespace judgement_rows

struct JudgementRows {
  int rank_row;
  int loss_row;
};
JudgementRows judgement_rows_of(const MoveJudgement& judgement, bool captures);

}  // namespace lanternfish
