#include "belief/opponent/move_model.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <memory>

namespace lanternfish {

namespace {

// kFittedShares, and kWeights: coefficients in hundredths of a natural logarithm, as runs of rows that are not all
// zero, each its first row, its length, and kMoveStyles numbers a row.
#include "belief/opponent/move_model_weights.inc"
// kFittedTrust, and kWordWeights: kMoveStyles coefficients a row of the evaluator's word, in the same unit.
#include "belief/opponent/evaluator_word_weights.inc"

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
using TwoFloats = float __attribute__((vector_size(32)));  // of two moves
using TwoIntegers = std::int32_t __attribute__((vector_size(32)));

Floats larger(Floats a, Floats b) { return a > b ? a : b; }

// Turns both of x <= 0 to 2^x, to 4 parts in a million; never 0.
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

// Rows that most moves have, added up where they come together.
struct QuietScores {
  std::array<std::array<StyleVector, kQuietTargets>, kPieceTypes> targets;
  // Two of each: for what is not so, and for what is.
  std::array<std::array<StyleVector, 2>, kPieceTypes> covers;  // a hanging piece
  std::array<std::array<StyleVector, 2>, 8> passed;            // by rank
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
          made->targets[type][static_cast<std::size_t>(target)].of += table[static_cast<std::size_t>(row)].of;
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

// At least as many as there are.
std::size_t room_for_moves(const MoverView& view) {
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
    : model_(model), situation_(situation), table_(&move_score_table()), places_(places) {
  for (Square to = 0; to < 64; ++to) {
    passed_targets_ |= detail::is_passed(to, situation.mover, situation.observer[kPawn]) ? bit(to) : 0;
  }
}

void MoveProbabilities::list(const MoverView& view) {
  if (const std::size_t room = room_for_moves(view); moves_.size() < room) {
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

std::span<const TakenMove> MoveProbabilities::of(const MoverView& view, const EvaluatorWord& word) {
  list(view);
  score(MoverBoard(view, situation_));
  hear(word);
  mix();
  return std::span(moves_).first(count_);
}

void MoveProbabilities::hear(const EvaluatorWord& word) {
  const WordScoreTable& table = word_score_table();
  for (std::size_t i = 0; i < count_; ++i) {
    const auto said = std::lower_bound(word.begin(), word.end(), moves_[i].move,
                                       [](const WordOnMove& w, const Move& move) { return w.taken < move; });
    assert(said != word.end() && said->taken == moves_[i].move);
    const WordRows rows = rows_of(*said, moves_[i].captured != kNoSquare);
    scores_[i].of +=
        table[static_cast<std::size_t>(rows.rank_row)].of + table[static_cast<std::size_t>(rows.judgement_row)].of;
  }
}

StyleVector MoveProbabilities::place_score(const MoverBoard& board, const TakenMove& taken) const {
  if (places_ != nullptr) {
    return places_->of(board.phase, taken.type, taken.move);
  }
  StyleVector sum;
  for_each_place_row(situation_, board.phase, board.observer_king, taken.type, taken.move,
                     [&](int row) { sum.of += (*table_)[static_cast<std::size_t>(row)].of; });
  return sum;
}

// Captures, promotions and others that are not as most are. Apart, to keep the way of the others short.
[[gnu::noinline]] void MoveProbabilities::score_rare(const MoverBoard& board, const PieceScores& of_piece,
                                                     std::size_t i) {
  const TakenMove& taken = moves_[i];
  Floats sum = place_score(board, taken).of;
  sum += of_piece[board.attacked(taken.move.to, taken.type) == 0].of;
  for_each_target_row(board, taken.type, taken.move, taken.captured,
                      [&](int row) { sum += (*table_)[static_cast<std::size_t>(row)].of; });
  scores_[i].of = sum;
  requests_[i] = static_cast<float>(requests_for(board, taken.type, taken.move, taken.captured));
}

// Of the moves from `first` on those of one type of piece. Returns where they end.
template <PieceType type>
std::size_t MoveProbabilities::score_type(const MoverBoard& board, std::size_t first) {
  const std::size_t null = count_ - 1;
  const MoveScoreTable& table = *table_;
  const QuietScores& quiet_table = quiet_scores();
  const QuietTargets quiet(board, type);
  const Bitboard covers = board.covers_hanging[type];
  const Color side = situation_.mover;
  // Squares from which a pawn's step has two requests: its own, and the double step that is blocked.
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
                           [&](int row) { of_piece[safe].of += table[static_cast<std::size_t>(row)].of; });
      }
    }
    if (taken.captured != kNoSquare || to == situation_.observer_to ||
        (type == kPawn && taken.move.promotion != kNoPieceType) || is_castling(type, taken.move)) {
      score_rare(board, of_piece, i);
      continue;
    }
    // What for_each_target_row says of the others.
    const std::size_t target = quiet.index(to);
    Floats sum = place_score(board, taken).of;
    sum += of_piece[(target & 7) == 0].of;
    sum += quiet_table.targets[type][target].of;
    sum += quiet_table.covers[type][covers >> to & 1].of;
    requests_[i] = 1;
    if (!never_exposes) {
      const int exposure = detail::exposure(board, type, taken.move);
      sum += table[static_cast<std::size_t>(move_rows::kExposure + type * move_rows::kExposures + exposure)].of;
    }
    if (type == kPawn) {
      const bool twice = (from ^ to) == 16;
      sum += quiet_table.passed[relative_rank(to, side)][passed_targets_ >> to & 1].of;
      sum += quiet_table.double_step[twice].of;
      requests_[i] += static_cast<float>(twice ? 0 : before_blocked >> from & 1);
    }
    scores_[i].of = sum;
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
  for_each_null_row(board, requests, [&](int row) { sum += (*table_)[static_cast<std::size_t>(row)].of; });
  scores_[null].of = sum;
  requests_[null] = static_cast<float>(requests);
}

void MoveProbabilities::mix() {
  Floats best = scores_[0].of;
  for (std::size_t i = 1; i < count_; ++i) {
    best = larger(best, scores_[i].of);
  }
  const TwoFloats two_best = __builtin_shufflevector(best, best, 0, 1, 2, 3, 4, 5, 6, 7);
  scores_[count_].of = best;  // makes an even number of them
  Floats total{};
  float all_requests = 0;
  for (std::size_t i = 0; i < count_; i += 2) {
    exp2_below(&scores_[i], two_best);
  }
  for (std::size_t i = 0; i < count_; ++i) {
    total += scores_[i].of;
    all_requests += requests_[i];
  }
  Floats share{};
  for (int style = 0; style < kMoveStyles; ++style) {
    share[style] = model_.shares[static_cast<std::size_t>(style)];
  }
  share /= total;
  const float odd = model_.shares[kOddPart] / all_requests;
  for (std::size_t i = 0; i < count_; ++i) {
    const Floats parts = share * scores_[i].of;
    moves_[i].probability = odd * requests_[i] + (parts[0] + parts[1]) + (parts[2] + parts[3]);
  }
  moves_[count_ - 1].probability += model_.shares[kPassPart];
}

}  // namespace lanternfish
