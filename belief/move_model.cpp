#include "belief/move_model.h"

#include <bit>
#include <memory>

namespace lanternfish {

namespace {

// kFittedShares, and kWeights: coefficients in hundredths of a natural logarithm, as runs of rows that are not all
// zero, each its first row, its length, and kMoveStyles numbers a row.
#include "belief/move_model_weights.inc"

constexpr float kLogTwoOf = 0.01F * 1.44269504F;

// 2^x for x <= 0, to 4 parts in a million; never 0.
inline float exp2_below(float x) {
  x = std::max(x, -100.0F);
  const auto whole = static_cast<std::int32_t>(x) - 1;
  const float rest = x - static_cast<float>(whole);  // in (0, 1]
  const float power = 1.0F + rest * (0.6930321F + rest * (0.2413876F + rest * (0.0520323F + rest * 0.0135480F)));
  return power * std::bit_cast<float>((whole + 127) << 23);
}

}  // namespace

const MoveShares kUsualShares = std::to_array(kFittedShares);

const MoveScoreTable& move_score_table() {
  static const std::unique_ptr<const MoveScoreTable> table = [] {
    auto made = std::make_unique<MoveScoreTable>();
    for (std::size_t i = 0; i + 1 < std::size(kWeights);) {
      const auto first = static_cast<std::size_t>(kWeights[i]);
      const auto rows = static_cast<std::size_t>(kWeights[i + 1]);
      i += 2;
      for (std::size_t row = first; row < first + rows; ++row) {
        for (int k = 0; k < kMoveStyles; ++k) {
          made->at(row).of[static_cast<std::size_t>(k)] = static_cast<float>(kWeights[i++]) * kLogTwoOf;
        }
      }
    }
    return std::unique_ptr<const MoveScoreTable>(std::move(made));
  }();
  return *table;
}

MoveProbabilities::MoveProbabilities(const MoveModel& model, const MoveSituation& situation)
    : model_(model), situation_(situation), table_(&move_score_table()) {}

std::span<const TakenMove> MoveProbabilities::of(const MoverView& view) {
  moves_.clear();
  for_each_taken_move(view, situation_.mover, [&](PieceType type, Move move, Square captured) {
    moves_.push_back({type, move, captured, 0});
  });
  moves_.push_back({});
  if (model_.kind == MoveModelKind::kUniform) {
    for (TakenMove& taken : moves_) {
      taken.probability = 1.0F / static_cast<float>(moves_.size());
    }
  } else {
    score(MoverBoard(view, situation_));
    mix();
  }
  return moves_;
}

void MoveProbabilities::score(const MoverBoard& board) {
  scores_.resize(moves_.size());
  requests_.resize(moves_.size());
  const auto row_adder = [this](StyleScores& sum) {
    return [this, &sum](int row) {
      for (std::size_t k = 0; k < sum.of.size(); ++k) {
        sum.of[k] += (*table_)[static_cast<std::size_t>(row)].of[k];
      }
    };
  };
  for (std::size_t i = 0; i + 1 < moves_.size(); ++i) {
    const TakenMove& taken = moves_[i];
    StyleScores sum;
    for_each_row(board, taken.type, taken.move, taken.captured, row_adder(sum));
    scores_[i] = sum;
    requests_[i] = static_cast<float>(requests_for(board, taken.type, taken.move, taken.captured));
  }
  const int requests = requests_for_null(board);
  StyleScores sum;
  for_each_null_row(board, requests, row_adder(sum));
  scores_.back() = sum;
  requests_.back() = static_cast<float>(requests);
}

void MoveProbabilities::mix() {
  StyleScores best = scores_.back();
  for (const StyleScores& score : scores_) {
    for (std::size_t k = 0; k < best.of.size(); ++k) {
      best.of[k] = std::max(best.of[k], score.of[k]);
    }
  }
  StyleScores total;
  float all_requests = 0;
  for (std::size_t i = 0; i < scores_.size(); ++i) {
    for (std::size_t k = 0; k < best.of.size(); ++k) {
      scores_[i].of[k] = exp2_below(scores_[i].of[k] - best.of[k]);
      total.of[k] += scores_[i].of[k];
    }
    all_requests += requests_[i];
  }
  StyleScores share;
  for (std::size_t k = 0; k < kMoveStyles; ++k) {
    share.of[k] = model_.shares[k] / total.of[k];
  }
  const float odd = model_.shares[kOddPart] / all_requests;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    float sum = odd * requests_[i];
    for (std::size_t k = 0; k < share.of.size(); ++k) {
      sum += share.of[k] * scores_[i].of[k];
    }
    moves_[i].probability = sum;
  }
  moves_.back().probability += model_.shares[kPassPart];
}

}  // namespace lanternfish
