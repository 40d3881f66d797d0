#include "belief/opponent/move_model.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <memory>

namespace lanternfish {

namespace {

// kFittedShares, and kWeights: coefficients in hundredths of a natural logarithm. Rows of zeros are left out; every
// stretch of other rows is its first row, its number of rows, and kMoveStyles numbers for each row.
#include "belief/opponent/move_model_weights.inc"
// kFittedTrust, and kJudgementWeights: kMoveStyles coefficients for each row of judgement_rows, in the same unit.
namespace shallow {
#include "belief/opponent/move_judgements_shallow.inc"
}
namespace deep {
#include "belief/opponent/move_judgements_deep.inc"
}

constexpr float kLogTwoPerUnit = 0.01F * 1.44269504F;

using JudgementScoreTable = std::array<StyleVector, judgement_rows::kCount>;
using JudgementWeights = std::int16_t[judgement_rows::kCount * kMoveStyles];

JudgementScoreTable judgement_scores(const JudgementWeights& weights) {
  JudgementScoreTable made;
  for (std::size_t row = 0; row < made.size(); ++row) {
    for (int k = 0; k < kMoveStyles; ++k) {
      made[row].lanes[k] =
          static_cast<float>(weights[row * kMoveStyles + static_cast<std::size_t>(k)]) * kLogTwoPerUnit;
    }
  }
  return made;
}

const JudgementScoreTable& judgement_score_table(JudgedDepth depth) {
  static const std::array<JudgementScoreTable, kJudgedDepths> tables = {judgement_scores(shallow::kJudgementWeights),
                                                                        judgement_scores(deep::kJudgementWeights)};
  return tables[static_cast<std::size_t>(depth)];
}

using Floats = StyleVector::Floats;
using TwoFloats = float __attribute__((vector_size(32)));  // of two moves
using TwoIntegers = std::int32_t __attribute__((vector_size(32)));

Floats larger(Floats a, Floats b) { return a > b ? a : b; }

// Replaces x by 2^(x - best) for two moves; x <= best. Relative error 4e-6; the result is never 0.
void exp2_below(StyleVector* two, const TwoFloats& best) {
  TwoFloats x;
  std::memcpy(&x, two, sizeof x);
  x -= best;
  const TwoFloats least = TwoFloats{} - 100.0F;
  x = x > least ? x : least;
  const TwoIntegers whole = __builtin_convertvector(x, TwoIntegers) - 1;
  const TwoFloats rest = x - __builtin_convertvector(whole, TwoFloats);  // in (0, 1]
  const TwoFloats power = 1.0F + rest * (0.6930321F + rest * (0.2413876F + rest * (0.0520323F + rest * 0.0135480F)));
  x = power * std::bit_cast<TwoFloats>((whole + 127) << 23);
  std::memcpy(static_cast<void*>(two), &x, sizeof x);
}

// An upper bound of the number of taken moves.
std::size_t max_moves(const MoverView& view) {
  constexpr int kOfPiece = 27;
  constexpr int kOfPawn = 3 * 4;  // with promotions
  constexpr int kOthers = 3;      // castling and the null move
  const int pawns = count(view.movers[kPawn]);
  return static_cast<std::size_t>(kOfPiece * (count(view.own) - pawns) + kOfPawn * pawns + kOthers);
}

}  // namespace

const MoveShares kUsualShares = std::to_array(kFittedShares);
const float kUsualTrust = (shallow::kFittedTrust + deep::kFittedTrust) / 2;

const MoveScoreTable& move_score_table() {
  static const std::unique_ptr<const MoveScoreTable> table = [] {
    auto made = std::make_unique<MoveScoreTable>();
    for (std::size_t i = 0; i + 1 < std::size(kWeights);) {
      const auto first = static_cast<std::size_t>(kWeights[i]);
      const auto rows = static_cast<std::size_t>(kWeights[i + 1]);
      i += 2;
      for (std::size_t row = first; row < first + rows; ++row) {
        for (int k = 0; k < kMoveStyles; ++k) {
          made->at(row).lanes[k] = static_cast<float>(kWeights[i++]) * kLogTwoPerUnit;
        }
      }
    }
    return std::unique_ptr<const MoveScoreTable>(std::move(made));
  }();
  return *table;
}

MoveProbabilities::MoveProbabilities(const MoveModel& model, const MoveSituation& situation)
    : model_(model), situation_(situation) {}

void MoveProbabilities::list(const MoverView& view) {
  if (const std::size_t room = max_moves(view); moves_.size() < room) {
    moves_.resize(room);
    scores_.resize(room + 1);
    requests_.resize(room);
  }
  TakenMove* end = moves_.data();
  for_each_taken_move(view, situation_.mover, [&](PieceType type, Move move, Square captured) {
    *end++ = {type, move, captured, 0};
  });
  *end++ = {};
  count_ = static_cast<std::size_t>(end - moves_.data());
  assert(count_ <= moves_.size());
}

std::span<const TakenMove> MoveProbabilities::of(const MoverView& view) {
  list(view);
  if (model_.kind == MoveModelKind::kUniform) {
    for (TakenMove& taken : std::span(moves_).first(count_)) {
      taken.probability = 1.0F / static_cast<float>(count_);
    }
  } else {
    score(MoverBoard(view, situation_));
    mix();
  }
  return std::span(moves_).first(count_);
}

std::span<const TakenMove> MoveProbabilities::of(const MoverView& view, const MoveJudgements& judgements) {
  assert(model_.kind == MoveModelKind::kFitted);
  list(view);
  score(MoverBoard(view, situation_));
  add_judgements(judgements);
  mix();
  return std::span(moves_).first(count_);
}

void MoveProbabilities::add_judgements(const MoveJudgements& judgements) {
  const JudgementScoreTable& table = judgement_score_table(judgements.depth);
  for (std::size_t i = 0; i < count_; ++i) {
    const JudgementRows rows =
        judgement_rows_of(judgement_of(judgements, moves_[i].move), moves_[i].captured != kNoSquare);
    scores_[i].lanes +=
        table[static_cast<std::size_t>(rows.rank_row)].lanes + table[static_cast<std::size_t>(rows.loss_row)].lanes;
  }
}

void MoveProbabilities::score(const MoverBoard& board) {
  const MoveScoreTable& table = move_score_table();
  Floats sum{};
  const auto add = [&](int row) { sum += table[static_cast<std::size_t>(row)].lanes; };
  const std::size_t null = count_ - 1;
  for (std::size_t i = 0; i < null; ++i) {
    const TakenMove& taken = moves_[i];
    sum = Floats{};
    for_each_row(board, taken.type, taken.move, taken.captured, add);
    scores_[i].lanes = sum;
    requests_[i] = static_cast<float>(requests_for(board, taken.type, taken.move, taken.captured));
  }
  const int requests = requests_for_null(board);
  sum = Floats{};
  for_each_null_row(board, requests, add);
  scores_[null].lanes = sum;
  requests_[null] = static_cast<float>(requests);
}

void MoveProbabilities::mix() {
  Floats best = scores_[0].lanes;
  for (std::size_t i = 1; i < count_; ++i) {
    best = larger(best, scores_[i].lanes);
  }
  const TwoFloats two_best = __builtin_shufflevector(best, best, 0, 1, 2, 3, 4, 5, 6, 7);
  scores_[count_].lanes = best;  // pads to an even number of moves
  Floats total{};
  float all_requests = 0;
  for (std::size_t i = 0; i < count_; i += 2) {
    exp2_below(&scores_[i], two_best);
  }
  for (std::size_t i = 0; i < count_; ++i) {
    total += scores_[i].lanes;
    all_requests += requests_[i];
  }
  Floats share{};
  for (int style = 0; style < kMoveStyles; ++style) {
    share[style] = model_.shares[static_cast<std::size_t>(style)];
  }
  share /= total;
  const float random = model_.shares[kRandomPart] / all_requests;
  for (std::size_t i = 0; i < count_; ++i) {
    const Floats parts = share * scores_[i].lanes;
    moves_[i].probability = random * requests_[i] + (parts[0] + parts[1]) + (parts[2] + parts[3]);
  }
  moves_[count_ - 1].probability += model_.shares[kPassPart];
}

}  // namespace lanternfish
