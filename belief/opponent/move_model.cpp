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
#include "belief/opponent/move_judgements_weights.inc"

constexpr float kLogTwoPerUnit = 0.01F * 1.44269504F;

using JudgementScoreTable = std::array<StyleVector, judgement_rows::kCount>;
const JudgementScoreTable& judgement_score_table() {
  static const JudgementScoreTable table = [] {
    static_assert(std::size(kJudgementWeights) == std::size_t{judgement_rows::kCount} * kMoveStyles);
    JudgementScoreTable made;
    for (std::size_t row = 0; row < made.size(); ++row) {
      for (int k = 0; k < kMoveStyles; ++k) {
        made[row].lanes[k] =
            static_cast<float>(kJudgementWeights[row * kMoveStyles + static_cast<std::size_t>(k)]) * kLogTwoPerUnit;
      }
    }
    return made;
  }();
  return table;
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

// Sums of the rows that most moves have.
struct QuietScores {
  std::array<std::array<StyleVector, kQuietTargets>, kPieceTypes> targets;
  // The index is 0 where the feature is absent, 1 where it is present.
  std::array<std::array<StyleVector, 2>, kPieceTypes> covers;  // the move covers a hanging piece
  std::array<std::array<StyleVector, 2>, 8> passed;            // by rank: the pawn becomes a passed pawn
  std::array<StyleVector, 2> double_step;
};

const QuietScores& quiet_scores() {
  static const std::unique_ptr<const QuietScores> scores = [] {
    const MoveScoreTable& table = move_score_table();
    auto made = std::make_unique<QuietScores>();
    for (int t = kPawn; t <= kKing; ++t) {
      const auto type = static_cast<PieceType>(t);
      for (int target = 0; target < kQuietTargets; ++target) {
        for_each_quiet_row(type, target, [&](int row) {
          made->targets[type][static_cast<std::size_t>(target)].lanes += table[static_cast<std::size_t>(row)].lanes;
        });
      }
      made->covers[type][1] = table[static_cast<std::size_t>(move_rows::kRescue + type * 2)];
    }
    for (std::size_t rank = 0; rank < 8; ++rank) {
      made->passed[rank][1] = table[move_rows::kPassed + rank];
    }
    made->double_step[1] = table[move_rows::kDoubleStep];
    return std::unique_ptr<const QuietScores>(std::move(made));
  }();
  return *scores;
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
          made->at(row).lanes[k] = static_cast<float>(kWeights[i++]) * kLogTwoPerUnit;
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
                             {from, to}, [&](int row) { sum += table[static_cast<std::size_t>(row)].lanes; });
          scores.push_back({sum});
        }
      }
    }
  }
}

MoveProbabilities::MoveProbabilities(const MoveModel& model, const MoveSituation& situation, const PlaceScores* places)
    : model_(model), situation_(situation), table_(&move_score_table()), places_(places) {
  for (Square to = 0; to < 64; ++to) {
    passed_targets_ |= detail::is_passed(to, situation.mover, situation.observer[kPawn]) ? bit(to) : 0;
  }
}

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
  const JudgementScoreTable& table = judgement_score_table();
  for (std::size_t i = 0; i < count_; ++i) {
    const auto found = std::lower_bound(judgements.begin(), judgements.end(), moves_[i].move,
                                        [](const MoveJudgement& j, const Move& move) { return j.taken < move; });
    assert(found != judgements.end() && found->taken == moves_[i].move);
    const JudgementRows rows = judgement_rows_of(*found, moves_[i].captured != kNoSquare);
    scores_[i].lanes +=
        table[static_cast<std::size_t>(rows.rank_row)].lanes + table[static_cast<std::size_t>(rows.loss_row)].lanes;
  }
}

StyleVector MoveProbabilities::place_score(const MoverBoard& board, const TakenMove& taken) const {
  if (places_ != nullptr) {
    return places_->of(board.phase, taken.type, taken.move);
  }
  StyleVector sum;
  for_each_place_row(situation_, board.phase, board.observer_king, taken.type, taken.move,
                     [&](int row) { sum.lanes += (*table_)[static_cast<std::size_t>(row)].lanes; });
  return sum;
}

// Scores the moves that score_type() has no short cut for: captures, promotions, castling, recaptures. A function of
// its own, not inlined, so that the loop over the other moves stays short.
[[gnu::noinline]] void MoveProbabilities::score_rare(const MoverBoard& board, const PieceScores& of_piece,
                                                     std::size_t i) {
  const TakenMove& taken = moves_[i];
  Floats sum = place_score(board, taken).lanes;
  sum += of_piece[board.attacked(taken.move.to, taken.type) == 0].lanes;
  for_each_target_row(board, taken.type, taken.move, taken.captured,
                      [&](int row) { sum += (*table_)[static_cast<std::size_t>(row)].lanes; });
  scores_[i].lanes = sum;
  requests_[i] = static_cast<float>(requests_for(board, taken.type, taken.move, taken.captured));
}

// Scores the moves of one piece type, which begin at `first`. Returns the index after the last of them.
template <PieceType type>
std::size_t MoveProbabilities::score_type(const MoverBoard& board, std::size_t first) {
  const std::size_t null = count_ - 1;
  const MoveScoreTable& table = *table_;
  const QuietScores& quiet_table = quiet_scores();
  const QuietTargets quiet(board, type);
  const Bitboard covers = board.covers_hanging[type];
  const Color side = situation_.mover;
  // Squares from which two requests lead to a pawn's single step: the step itself and the blocked double step.
  const Bitboard before_blocked =
      side == kWhite ? rank_bb(1) & board.view.enemy >> 16 : rank_bb(6) & board.view.enemy << 16;
  Square from = kNoSquare;
  PieceScores of_piece;
  bool never_exposes = false;
  std::size_t i = first;
  for (; i < null && moves_[i].type == type; ++i) {
    const TakenMove& taken = moves_[i];
    const Square to = taken.move.to;
    if (taken.move.from != from) {
      from = taken.move.from;
      never_exposes = detail::never_exposes(board, type, from);
      for (const bool safe : {false, true}) {
        of_piece[safe] = {};
        for_each_piece_row(board, type, from, safe,
                           [&](int row) { of_piece[safe].lanes += table[static_cast<std::size_t>(row)].lanes; });
      }
    }
    if (taken.captured != kNoSquare || to == situation_.observer_to ||
        (type == kPawn && taken.move.promotion != kNoPieceType) || is_castling(type, taken.move)) {
      score_rare(board, of_piece, i);
      continue;
    }
    // For all other moves: the sum of the rows that for_each_target_row() visits.
    const std::size_t target = quiet.index(to);
    Floats sum = place_score(board, taken).lanes;
    sum += of_piece[(target & 7) == 0].lanes;
    sum += quiet_table.targets[type][target].lanes;
    sum += quiet_table.covers[type][covers >> to & 1].lanes;
    requests_[i] = 1;
    if (!never_exposes) {
      const int exposure = detail::exposure(board, type, taken.move);
      sum += table[static_cast<std::size_t>(move_rows::kExposure + type * move_rows::kExposures + exposure)].lanes;
    }
    if (type == kPawn) {
      const bool twice = (from ^ to) == 16;
      sum += quiet_table.passed[relative_rank(to, side)][passed_targets_ >> to & 1].lanes;
      sum += quiet_table.double_step[twice].lanes;
      requests_[i] += static_cast<float>(twice ? 0 : before_blocked >> from & 1);
    }
    scores_[i].lanes = sum;
  }
  return i;
}

void MoveProbabilities::score(const MoverBoard& board) {
  const std::size_t null = count_ - 1;
  for (std::size_t i = 0; i < null;) {
    switch (moves_[i].type) {
      case kPawn: i = score_type<kPawn>(board, i); break;
      case kKnight: i = score_type<kKnight>(board, i); break;
      case kBishop: i = score_type<kBishop>(board, i); break;
      case kRook: i = score_type<kRook>(board, i); break;
      case kQueen: i = score_type<kQueen>(board, i); break;
      default: i = score_type<kKing>(board, i); break;
    }
  }
  const int requests = requests_for_null(board);
  Floats sum{};
  for_each_null_row(board, requests, [&](int row) { sum += (*table_)[static_cast<std::size_t>(row)].lanes; });
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
