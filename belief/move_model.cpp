#include "belief/move_model.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>

namespace lanternfish {

namespace {

// kFittedShares, and kWeights: coefficients in hundredths of a natural logarithm, as runs of rows that are not all
// zero, each its first row, its length, and kMoveStyles numbers a row.
#include "belief/move_model_weights.inc"
// kFittedTrust, and kWordWeights: kMoveStyles coefficients a row of the evaluator's word, in the same unit.
#include "belief/evaluator_word_weights.inc"

constexpr float kLogTwoOf = 0.01F * 1.44269504F;

using WordScoreTable = std::array<StyleVector, word_rows::kCount>;
const WordScoreTable& word_score_table() {
  static const WordScoreTable table = [] {
    static_assert(std::size(kWordWeights) == std::size_t{word_rows::kCount} * kMoveStyles);
    WordScoreTable made;
    for (std::size_t row = 0; row < made.size(); ++row) {
      for (int k = 0; k < kMoveStyles; ++k) {
        made[row].of[k] = static_cast<float>(kWordWeights[row * kMoveStyles + static_cast<std::size_t>(k)]) * kLogTwoOf;
      }
    }
    return made;
  }();
  return table;
}

using Floats = StyleVector::Floats;

Floats larger(Floats a, Floats b) { return a > b ? a : b; }

// 2^x for x <= 0, to 4 parts in a million; never 0.
Floats exp2_below(Floats x) {
  using Integers = std::int32_t __attribute__((vector_size(16)));
  x = larger(x, Floats{} - 100.0F);
  const Integers whole = __builtin_convertvector(x, Integers) - 1;
  const Floats rest = x - __builtin_convertvector(whole, Floats);  // in (0, 1]
  const Floats power = 1.0F + rest * (0.6930321F + rest * (0.2413876F + rest * (0.0520323F + rest * 0.0135480F)));
  return power * std::bit_cast<Floats>((whole + 127) << 23);
}

}  // namespace

const MoveShares kUsualShares = std::to_array(kFittedShares);
const float kUsualTrust = kFittedTrust;

const MoveScoreTable& move_score_table() {
  static const std::unique_ptr<const MoveScoreTable> table = [] {
    auto made = std::make_unique<MoveScoreTable>();
    for (std::size_t i = 0; i + 1 < std::size(kWeights);) {
      const auto first = static_cast<std::size_t>(kWeights[i]);
      const auto rows = static_cast<std::size_t>(kWeights[i + 1]);
      i += 2;
      for (std::size_t row = first; row < first + rows; ++row) {
        for (int k = 0; k < kMoveStyles; ++k) {
          made->at(row).of[k] = static_cast<float>(kWeights[i++]) * kLogTwoOf;
        }
      }
    }
    return std::unique_ptr<const MoveScoreTable>(std::move(made));
  }();
  return *table;
}

PlaceScores::PlaceScores(const MoveSituation& situation) {
  const MoveScoreTable& table = move_score_table();
  const Bitboard king = situation.observer[kKing];
  for (const int phase : phases_at(situation.fullmove_number)) {
    std::vector<StyleVector>& scores = by_phase_[static_cast<std::size_t>(phase)];
    scores.reserve(std::size_t{kPieceTypes} * 64 * 64);
    for (int type = kPawn; type <= kKing; ++type) {
      for (Square from = 0; from < 64; ++from) {
        for (Square to = 0; to < 64; ++to) {
          Floats sum{};
          for_each_place_row(situation, phase, king != 0 ? lowest(king) : kNoSquare, static_cast<PieceType>(type),
                             {from, to}, [&](int row) { sum += table[static_cast<std::size_t>(row)].of; });
          scores.push_back({sum});
        }
      }
    }
  }
}

MoveProbabilities::MoveProbabilities(const MoveModel& model, const MoveSituation& situation, const PlaceScores* places)
    : model_(model), situation_(situation), table_(&move_score_table()), places_(places) {}

void MoveProbabilities::list(const MoverView& view) {
  moves_.clear();
  for_each_taken_move(view, situation_.mover, [&](PieceType type, Move move, Square captured) {
    moves_.push_back({type, move, captured, 0});
  });
  moves_.push_back({});
}

std::span<const TakenMove> MoveProbabilities::of(const MoverView& view) {
  list(view);
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

std::span<const TakenMove> MoveProbabilities::of(const MoverView& view, const EvaluatorWord& word) {
  list(view);
  score(MoverBoard(view, situation_));
  hear(word);
  mix();
  return moves_;
}

void MoveProbabilities::hear(const EvaluatorWord& word) {
  const WordScoreTable& table = word_score_table();
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const auto said = std::lower_bound(word.begin(), word.end(), moves_[i].move,
                                       [](const WordOnMove& w, const Move& move) { return w.taken < move; });
    assert(said != word.end() && said->taken == moves_[i].move);
    const WordRows rows = rows_of(*said, moves_[i].captured != kNoSquare);
    scores_[i].of +=
        table[static_cast<std::size_t>(rows.rank_row)].of + table[static_cast<std::size_t>(rows.judgement_row)].of;
  }
}

void MoveProbabilities::score(const MoverBoard& board) {
  scores_.resize(moves_.size());
  requests_.resize(moves_.size());
  const MoveScoreTable& table = *table_;
  Square piece = kNoSquare;  // whose moves come one after another
  std::array<StyleVector, 2> of_piece;
  for (std::size_t i = 0; i + 1 < moves_.size(); ++i) {
    const TakenMove& taken = moves_[i];
    Floats sum{};
    const auto add = [&](int row) { sum += table[static_cast<std::size_t>(row)].of; };
    if (places_ != nullptr) {
      sum = places_->of(board.phase, taken.type, taken.move).of;
    } else {
      for_each_place_row(situation_, board.phase, board.observer_king, taken.type, taken.move, add);
    }
    if (taken.move.from != piece) {
      piece = taken.move.from;
      for (const bool safe : {false, true}) {
        of_piece[safe] = {};
        for_each_piece_row(board, taken.type, piece, safe,
                           [&](int row) { of_piece[safe].of += table[static_cast<std::size_t>(row)].of; });
      }
    }
    sum += of_piece[board.attacked(taken.move.to, taken.type) == 0].of;
    for_each_target_row(board, taken.type, taken.move, taken.captured, add);
    scores_[i].of = sum;
    const bool only_one = taken.captured == kNoSquare && taken.type != kPawn;
    requests_[i] = only_one ? 1 : static_cast<float>(requests_for(board, taken.type, taken.move, taken.captured));
  }
  const int requests = requests_for_null(board);
  Floats sum{};
  for_each_null_row(board, requests, [&](int row) { sum += table[static_cast<std::size_t>(row)].of; });
  scores_.back().of = sum;
  requests_.back() = static_cast<float>(requests);
}

void MoveProbabilities::mix() {
  Floats best = scores_.back().of;
  for (const StyleVector& score : scores_) {
    best = larger(best, score.of);
  }
  Floats total{};
  float all_requests = 0;
  for (std::size_t i = 0; i < scores_.size(); ++i) {
    scores_[i].of = exp2_below(scores_[i].of - best);
    total += scores_[i].of;
    all_requests += requests_[i];
  }
  Floats share{};
  for (int style = 0; style < kMoveStyles; ++style) {
    share[style] = model_.shares[static_cast<std::size_t>(style)];
  }
  share /= total;
  const float odd = model_.shares[kOddPart] / all_requests;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Floats parts = share * scores_[i].of;
    moves_[i].probability = odd * requests_[i] + (parts[0] + parts[1]) + (parts[2] + parts[3]);
  }
  moves_.back().probability += model_.shares[kPassPart];
}

}  // namespace lanternfish
