#include "belief/opponent/move_weigher.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <memory>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace lanternfish {

namespace {

using Floats = StyleVector::Floats;
constexpr int kRequestLane = kMoveStyles;
static_assert(kRequestLane < 4);

constexpr std::size_t kMinBoardsForTable = 100;  // a table takes about as long as the moves of so many boards
constexpr std::size_t kAtOnce = 4;               // moves that share_out() weighs together
constexpr float kMinTotal = 1e-30F;              // of exponentials; only a board that no style would play has less

struct FactorTables {
  std::array<StyleVector, move_rows::kCount> rows;  // the spare lane is 1
  std::array<std::array<StyleVector, kQuietTargets>, kPieceTypes> targets;
  // Which piece moves from where. First index: type; second: how its square is attacked, in the three bits of
  // kQuietTargets, and defended; third: whether never_exposes(); last: whether the target is safe.
  std::array<std::array<std::array<std::array<StyleVector, 2>, 2>, 16>, kPieceTypes> leave;
  std::array<std::array<StyleVector, 2>, kPieceTypes>
      covers;  // the last index: whether the move covers a hanging piece

  Floats row(int index) const { return rows[static_cast<std::size_t>(index)].lanes; }
};

constexpr Floats kOnes = {1, 1, 1, 1};

std::unique_ptr<const FactorTables> make_factor_tables() {
  namespace rows = move_rows;
  auto made = std::make_unique<FactorTables>();
  const MoveScoreTable& scores = move_score_table();
  for (std::size_t row = 0; row < scores.size(); ++row) {
    made->rows[row].lanes = kOnes;
    for (int k = 0; k < kMoveStyles; ++k) {
      made->rows[row].lanes[k] = std::exp2(scores[row].lanes[k]);
    }
  }
  for (int t = kPawn; t <= kKing; ++t) {
    const auto type = static_cast<PieceType>(t);
    for (int target = 0; target < kQuietTargets; ++target) {
      Floats product = kOnes;
      for_each_quiet_row(type, target, [&](int row) { product *= made->row(row); });
      made->targets[type][static_cast<std::size_t>(target)].lanes = product;
    }
    for (unsigned bits = 0; bits < 16; ++bits) {
      const int attacked = std::popcount(bits & 7);
      for (const int safe : {0, 1}) {
        const Floats leaves = made->row(
            rows::kLeave + ((type * rows::kAttacked + attacked) * 2 + static_cast<int>(bits >> 3)) * 2 + safe);
        auto& of_bits = made->leave[type][bits];
        of_bits[0][static_cast<std::size_t>(safe)].lanes = leaves;
        of_bits[1][static_cast<std::size_t>(safe)].lanes =
            leaves * made->row(rows::kExposure + type * rows::kExposures);
      }
    }
    made->covers[type][0].lanes = kOnes;
    made->covers[type][1].lanes = made->row(rows::kRescue + type * 2);
  }
  return made;
}

const FactorTables& factor_tables() {
  static const std::unique_ptr<const FactorTables> tables = make_factor_tables();
  return *tables;
}

// Four sets of squares, one bit of each for a square.
class FourSets {
 public:
#ifdef __AVX2__
  FourSets(Bitboard a, Bitboard b, Bitboard c, Bitboard d)
      : sets_(_mm256_set_epi64x(static_cast<std::int64_t>(d), static_cast<std::int64_t>(c),
                                static_cast<std::int64_t>(b), static_cast<std::int64_t>(a))) {}
  unsigned at(Square s) const {
    const __m256i square_on_top = _mm256_sll_epi64(sets_, _mm_cvtsi32_si128(63 - s));
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(square_on_top)));
  }

 private:
  __m256i sets_;
#else
  FourSets(Bitboard a, Bitboard b, Bitboard c, Bitboard d) : sets_{a, b, c, d} {}
  unsigned at(Square s) const {
    const auto bit_of = [&](std::size_t i) { return static_cast<unsigned>(sets_[i] >> s & 1); };
    return bit_of(0) | bit_of(1) << 1 | bit_of(2) << 2 | bit_of(3) << 3;
  }

 private:
  std::array<Bitboard, 4> sets_;
#endif
};

// Collects the exponentials of the moves of one board.
class Collector {
 public:
  Collector(const MoveFactors& factors, const MoverBoard& board, StyleVector* out)
      : factors_(factors), board_(board), tables_(factor_tables()), end_(out) {}

  void add_null() {
    const int requests = requests_for_null(board_);
    Floats product = kOnes;
    for_each_null_row(board_, requests, [&](int row) { product *= tables_.row(row); });
    product[kRequestLane] = static_cast<float>(requests);
    add(product);
  }

  void add_pawns(const TakenMoves& moves) {
    const OfType<kPawn> pawns(board_);
    const Color side = board_.situation.mover;
    const Bitboard last = side == kWhite ? rank_bb(7) : rank_bb(0);
    const int up = side == kWhite ? 8 : -8;
    const auto step = [&](Bitboard targets, int offset, bool captures) {
      for (Bitboard b = targets & ~last; b != 0;) {
        const Square to = pop_lowest(b);
        const auto from = static_cast<Square>(to - offset);
        const OfPiece pawn = piece(pawns, from);
        captures ? add_capture<kPawn>(pawns, pawn, {from, to}) : add_quiet<kPawn>(pawns, pawn, {from, to});
      }
      for (Bitboard b = targets & last; b != 0;) {
        const Square to = pop_lowest(b);
        const auto from = static_cast<Square>(to - offset);
        const OfPiece pawn = piece(pawns, from);
        for (const PieceType promotion : kPromotionTypes) {
          add_rare(pawn, kPawn, {from, to, promotion}, captures ? to : kNoSquare);
        }
      }
    };
    step(moves.single, up, false);
    step(moves.west, up - 1, true);
    step(moves.east, up + 1, true);
    step(moves.twice, 2 * up, false);
    for (Bitboard b = moves.en_passant; b != 0;) {
      const Square from = pop_lowest(b);
      const Square to = board_.view.ep_square;
      add_rare(piece(pawns, from), kPawn, {from, to}, forward(to, ~side));
    }
  }

  // The pieces of one type, the first of which is moves.pieces[i]. Returns the index after the last of them.
  template <PieceType type>
  int add_pieces(const TakenMoves& moves, int i) {
    const OfType<type> of_type(board_);
    for (; i < moves.piece_count && moves.pieces[static_cast<std::size_t>(i)].type == type; ++i) {
      const auto& [_, from, attacks, targets] = moves.pieces[static_cast<std::size_t>(i)];
      const OfPiece mover = piece(of_type, from);
      add_targets(of_type, mover, from, targets & ~board_.view.enemy);
      for (Bitboard captures = targets & board_.view.enemy; captures != 0;) {
        add_capture<type>(of_type, mover, {from, pop_lowest(captures)});
      }
    }
    return i;
  }

  void add_castling(bool kingside) {
    const OfType<kKing> kings(board_);
    const Square king = relative_square(4, board_.situation.mover);
    add_quiet<kKing>(kings, piece(kings, king), {king, static_cast<Square>(king + (kingside ? 2 : -2))});
  }

  const StyleVector* end() const { return end_; }
  Floats total() const { return total_; }

 private:
  // What all pieces of one type share.
  template <PieceType type>
  struct OfType {
    explicit OfType(const MoverBoard& b)
        : lower(b.observer_attacks, b.by_less[type], b.observer_pawn_attacks,
                type == kPawn ? b.defended_once : b.defended_twice),
          upper(b.threatens[0][type], b.threatens[1][type], b.threatens[2][type], b.threatens[3][type]),
          covers(b.covers_hanging[type]) {}
    FourSets lower;  // the lower and upper bits of kQuietTargets
    FourSets upper;
    Bitboard covers;
  };
  struct OfPiece {
    std::array<StyleVector, 2> leaves;  // to a target that is not safe, to a safe target
    bool never_exposes;
  };

  void add(Floats exponential) {
    (end_++)->lanes = exponential;
    total_ += exponential;
  }

  template <PieceType type>
  OfPiece piece(const OfType<type>& of_type, Square from) const {
    const bool never_exposes = detail::never_exposes(board_, type, from);
    const unsigned defended = static_cast<unsigned>(board_.defended_once >> from & 1);
    OfPiece made{tables_.leave[type][(of_type.lower.at(from) & 7) | defended << 3][never_exposes ? 1 : 0],
                 never_exposes};
    if (from == board_.situation.mover_captured) [[unlikely]] {
      for (StyleVector& leaves : made.leaves) {
        leaves.lanes *= tables_.row(move_rows::kAgain + type);
      }
    }
    return made;
  }

  // A move without a capture that is no promotion.
  template <PieceType type>
  void add_quiet(const OfType<type>& of_type, const OfPiece& mover, Move move) {
    const unsigned target = of_type.lower.at(move.to) | of_type.upper.at(move.to) << 4;
    Floats product = factors_.place(board_.phase, type, move).lanes * mover.leaves[(target & 7) == 0].lanes;
    product *= tables_.targets[type][target].lanes;
    product *= tables_.covers[type][of_type.covers >> move.to & 1].lanes;
    if (!mover.never_exposes) {
      product *=
          tables_.row(move_rows::kExposure + type * move_rows::kExposures + detail::exposure(board_, type, move));
    }
    add(product);
  }
  template <PieceType type>
  void add_targets(const OfType<type>& of_type, const OfPiece& mover, Square from, Bitboard targets) {
    while (targets != 0) {
      add_quiet<type>(of_type, mover, {from, pop_lowest(targets)});
    }
  }

  // A capture on its target that is no promotion.
  template <PieceType type>
  void add_capture(const OfType<type>& of_type, const OfPiece& mover, Move move) {
    namespace rows = move_rows;
    const unsigned target = of_type.lower.at(move.to) | of_type.upper.at(move.to) << 4;
    const bool defended = type == kPawn ? contains(board_.defended_twice, move.to) : (target & 8) != 0;
    const int attacked = std::popcount(target & 7);
    const int victim = factors_.map().victims[move.to];
    Floats product = factors_.place(board_.phase, type, move).lanes * mover.leaves[attacked == 0].lanes;
    product *= tables_.row(rows::kExchange + ((type * rows::kVictims + victim) * rows::kAttacked + attacked) * 2 +
                           (defended ? 1 : 0));
    product *= tables_.row(rows::kThreat + (type * 16 + static_cast<int>(target >> 4)) * 2 + (attacked == 0 ? 1 : 0));
    product *= tables_.covers[type][of_type.covers >> move.to & 1].lanes;
    if (contains(board_.hanging_attackers, move.to)) {
      product *= tables_.row(rows::kRescue + type * 2 + 1);
    }
    if (!mover.never_exposes) {
      product *= tables_.row(rows::kExposure + type * rows::kExposures + detail::exposure(board_, type, move));
    }
    if (move.to == board_.situation.observer_to) {
      product *= tables_.row(rows::kAnswer +
                             (type * 2 + (board_.situation.observer_captured ? 1 : 0)) * rows::kAttacked + attacked);
    }
    if (type == kBishop || type == kRook || type == kQueen) {
      const int requests = requests_for(board_, type, move, move.to);
      product *= tables_.row(rows::kLongSlide + victim * 8 + requests);
      product[kRequestLane] = static_cast<float>(requests);
    }
    add(product);
  }

  // Any other move: promotions, en passant. Not inlined, so that the loops over quiet moves stay short.
  [[gnu::noinline]] void add_rare(const OfPiece& mover, PieceType type, Move move, Square captured) {
    const bool safe = board_.attacked(move.to, type) == 0;
    Floats product = factors_.place(board_.phase, type, move).lanes * mover.leaves[safe ? 1 : 0].lanes;
    for_each_target_row(board_, type, move, captured, [&](int row) { product *= tables_.row(row); });
    product[kRequestLane] = static_cast<float>(requests_for(board_, type, move, captured));
    add(product);
  }

  const MoveFactors& factors_;
  const MoverBoard& board_;
  const FactorTables& tables_;
  StyleVector* end_;
  Floats total_{};
};

// weights[i] = the sum of the lanes of share * exponentials[i], for kAtOnce moves.
void share_out(const StyleVector* exponentials, Floats share, float* weights) {
  const Floats a = exponentials[0].lanes * share;
  const Floats b = exponentials[1].lanes * share;
  const Floats c = exponentials[2].lanes * share;
  const Floats d = exponentials[3].lanes * share;
  const Floats ab = __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Floats cd = __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7);
  const Floats sums = __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  std::memcpy(weights, &sums, sizeof sums);
}

}  // namespace

MoveFactors::MoveFactors(const MoveModel& model, const MoveSituation& situation, std::size_t boards)
    : model_(model), situation_(situation), map_(situation) {
  assert(model.kind == MoveModelKind::kFitted);
  if (boards >= kMinBoardsForTable) {
    for (const int phase : phases_at(situation.fullmove_number)) {
      make_table(phase);
    }
  }
}

void MoveFactors::make_table(int phase) {
  std::vector<StyleVector>& table = by_phase_[static_cast<std::size_t>(phase)];
  table.resize(std::size_t{kPieceTypes} * 64 * 64);
  const auto fill = [&](PieceType type, Square from, Bitboard targets) {
    while (targets != 0) {
      const Move move{from, pop_lowest(targets)};
      table[index(type, move)] = make_place(phase, type, move);
    }
  };
  const Color side = situation_.mover;
  for (Square from = 0; from < 64; ++from) {
    const Bitboard ahead = forward(bit(from), side);
    fill(kPawn, from,
         ahead | (relative_rank(from, side) == 1 ? forward(ahead, side) : 0) | pawn_attacks(bit(from), side));
    for (int t = kKnight; t <= kKing; ++t) {
      fill(static_cast<PieceType>(t), from, piece_attacks(static_cast<PieceType>(t), from, 0));
    }
  }
  const Square king = relative_square(4, side);
  fill(kKing, king, bit(king) << 2 | bit(king) >> 2);
}

StyleVector MoveFactors::make_place(int phase, PieceType type, Move move) const {
  const FactorTables& tables = factor_tables();
  const Bitboard king = situation_.observer[kKing];
  Floats product = kOnes;
  for_each_place_row(situation_, phase, king != 0 ? lowest(king) : kNoSquare, type, move,
                     [&](int row) { product *= tables.row(row); });
  // A double step that ends at once leads to the single step, too.
  const Color side = situation_.mover;
  if (type == kPawn && relative_rank(move.from, side) == 1 && move.to == forward(move.from, side)) {
    const auto blocks = [&](Bitboard pieces) { return contains(pieces, forward(move.to, side)); };
    product[kRequestLane] = std::any_of(situation_.observer.begin(), situation_.observer.end(), blocks) ? 2 : 1;
  }
  return {product};
}

std::span<const float> MoveWeigher::weights(const MoverView& view, const TakenMoves& moves, float whole) {
  const auto count = static_cast<std::size_t>(moves.total);
  if (weights_.size() < count + kAtOnce) {
    weights_.resize(2 * count + kAtOnce);
    exponentials_.resize(weights_.size());
  }
  const MoverBoard board(view, factors_.situation(), factors_.map(), moves);
  Collector collector(factors_, board, exponentials_.data());
  collector.add_null();
  collector.add_pawns(moves);
  int i = collector.add_pieces<kKnight>(moves, 0);
  i = collector.add_pieces<kBishop>(moves, i);
  i = collector.add_pieces<kRook>(moves, i);
  i = collector.add_pieces<kQueen>(moves, i);
  collector.add_pieces<kKing>(moves, i);
  if (moves.kingside) {
    collector.add_castling(true);
  }
  if (moves.queenside) {
    collector.add_castling(false);
  }
  assert(collector.end() == exponentials_.data() + count);

  const MoveShares& shares = factors_.model().shares;
  Floats share = {shares[0], shares[1], shares[2], shares[kRandomPart]};
  const Floats total = collector.total();
  share *= whole / (total > kMinTotal ? total : Floats{} + kMinTotal);
  for (std::size_t m = 0; m < count; m += kAtOnce) {
    share_out(exponentials_.data() + m, share, weights_.data() + m);
  }
  weights_[0] += whole * shares[kPassPart];
  return std::span(weights_).first(count);
}

}  // namespace lanternfish
