#pragma once

// What an evaluator says of the moves on one board, as the move model takes it in: the word adds to the score that each
// style gives a move (coefficients in evaluator_word_weights.inc; docs/move_model.md says how they were fitted).

#include <cstdint>
#include <span>
#include <vector>

#include "rules/types.h"

namespace lanternfish {

enum class Verdict : std::uint8_t { kScored, kMates, kIsMated, kCapturesKing, kLosesKing, kStaysInCheck };
constexpr int kVerdicts = 6;

// A taken move as an evaluator judges it for the side that makes it.
struct JudgedMove {
  Move taken;
  Verdict verdict = Verdict::kScored;
  int centipawns = 0;  // kScored only
};

// The same as the model looks at it.
struct WordOnMove {
  Move taken;
  std::uint8_t rank = 0;       // class of its place among all moves
  std::uint8_t judgement = 0;  // class of what it loses against the best scored move, or its verdict
};
// Of one board: every taken move once, in the order of the moves. Empty: the evaluator was not asked.
using EvaluatorWord = std::vector<WordOnMove>;

// `judged` has every taken move of a board, the null move included, best first.
EvaluatorWord word_of(std::span<const JudgedMove> judged);

// Rows of the table of coefficients: a move's part of the score is the sum of two of them.
namespace word_rows {

constexpr int kKinds = 3;  // quiet, capture, null move
constexpr int kRanks = 9;
constexpr int kLosses = 10;
constexpr int kJudgements = kLosses + kVerdicts - 1;

constexpr int kRank = 0;                             // kind, class of the rank
constexpr int kJudgement = kRank + kKinds * kRanks;  // kind, class of the loss or verdict
constexpr int kCount = kJudgement + kKinds * kJudgements;

}  // namespace word_rows

struct WordRows {
  int rank_row;
  int judgement_row;
};
WordRows rows_of(const WordOnMove& move, bool captures);

}  // namespace lanternfish
