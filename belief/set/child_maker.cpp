#include "belief/set/child_maker.h"

#include <algorithm>
#include <utility>

namespace lanternfish {

namespace {

// Adds `board` after its pieces of `type` are toggled on `squares` (Hypothesis::toggle), with a weight given by its
// bits. `sum` is the child's sum. The weight of `board` is 0.
template <PieceType type>
void add_with(Bitboard squares, const Hypothesis& board, std::uint64_t weight, std::uint64_t sum,
              const ChildSink::Group& group, ChildSink& sink) {
  constexpr int kCode = type + 1;
  sink.add(group, word_of<0>(board) ^ (kCode & 1 ? squares : 0), word_of<1>(board) ^ (kCode & 2 ? squares : 0),
           word_of<2>(board) ^ (kCode & 4 ? squares : 0), word_of<3>(board) | weight, sum);
}

// The weights of a parent's children, in the order of TakenMoves, as the bits that they have in the last word of a
// board. take(n) returns those of the next n moves, an array to be indexed.
struct EqualWeights {
  static constexpr bool kEqual = true;
  struct Run {
    std::uint64_t weight;
    std::uint64_t operator[](int) const { return weight; }
  };
  explicit EqualWeights(float weight) : each{with_weight(0, weight)} {}
  Run take(int) { return each; }
  Run each;
};
struct OwnWeights {
  static constexpr bool kEqual = false;
  struct Run {
    const float* first;
    std::uint64_t operator[](int i) const { return with_weight(0, std::max(first[i], kMinWeight)); }
  };
  Run take(int n) { return {std::exchange(next, next + n)}; }
  const float* next;
};

// Of a pawn: two ranks on one file.
bool is_double_step(Move move) { return (move.from ^ move.to) == 16; }

}  // namespace

ChildMaker::ChildMaker(const OwnSide& own, const CaptureGroups& groups)
    : opponent_(~own.me()), groups_(groups), mine_(own.occupied()), my_pawns_(own.pieces().pieces(own.me(), kPawn)) {
  for (Bitboard b = mine_; b != 0;) {
    const Square s = pop_lowest(b);
    wanted_captures_ |= groups_.wants(s) ? bit(s) : 0;
  }
}

template <typename Weights, typename Put>
void ChildMaker::for_each_wanted(Bitboard targets, int each, Weights& weights, ChildSink& sink, Put&& put) const {
  const Bitboard quiet = targets & ~mine_;
  const auto quiet_weights = weights.take(Weights::kEqual ? 0 : each * count(quiet));
  if (groups_.wants(kNoSquare)) {
    const ChildSink::Group group = sink.group(groups_.group[kNoSquare]);
    int i = 0;
    for (Bitboard b = quiet; b != 0; i += each) {
      put(pop_lowest(b), group, quiet_weights, i);
    }
  }
  const Bitboard captures = targets & mine_;
  const auto capture_weights = weights.take(Weights::kEqual ? 0 : each * count(captures));
  for (Bitboard b = targets & wanted_captures_; b != 0;) {
    const Square to = pop_lowest(b);
    put(to, sink.group(groups_.group[to]), capture_weights,
        Weights::kEqual ? 0 : each * count(captures & (bit(to) - 1)));
  }
}

void ChildMaker::append(const Hypothesis& parent, ChildSink& sink) const {
  const TakenMoves moves(opponent_view(parent, mine_), opponent_);
  const float weight = std::max(parent.weight * (1.0F / static_cast<float>(moves.total)), kMinWeight);
  append_all(parent, moves, EqualWeights(weight), sink);
}

void ChildMaker::append(const Hypothesis& parent, MoveWeigher& opponent, ChildSink& sink) const {
  const MoverView view = opponent_view(parent, mine_);
  const TakenMoves moves(view, opponent_);
  append_all(parent, moves, OwnWeights{opponent.weights(view, moves, parent.weight).data()}, sink);
}

template <typename Weights>
void ChildMaker::append_all(const Hypothesis& parent, const TakenMoves& moves, Weights weights, ChildSink& sink) const {
  Hypothesis base = parent;
  base.ep_square = kNoSquare;
  base.weight = 0;
  const std::uint64_t sum = sum_of(base);
  const auto null = weights.take(1);
  if (groups_.wants(kNoSquare)) {
    sink.add(sink.group(groups_.group[kNoSquare]), word_of<0>(base), word_of<1>(base), word_of<2>(base),
             word_of<3>(base) | null[0], sum);
  }
  move_pawns(base, sum, parent, moves, weights, sink);
  const auto move = [&]<PieceType type>(const TakenMoves::Piece& piece, std::integral_constant<PieceType, type>) {
    Hypothesis lifted = base;
    lifted.toggle(bit(piece.from), type);
    std::uint64_t lifted_sum = board_sums::without(sum, type, piece.from);
    if ((type == kRook || type == kKing) && parent.castling != kNoCastling) {
      lifted.castling &= castling_kept_by(piece.from);
      lifted_sum = sum_of(lifted);
    }
    for_each_wanted(piece.targets, 1, weights, sink,
                    [lifted, lifted_sum, &sink](Square to, const ChildSink::Group& group, const auto& of, int i) {
                      add_with<type>(bit(to), lifted, of[i], board_sums::with(lifted_sum, type, to), group, sink);
                    });
  };
  for (int i = 0; i < moves.piece_count; ++i) {
    const TakenMoves::Piece& piece = moves.pieces[static_cast<std::size_t>(i)];
    switch (piece.type) {
      case kKnight: move(piece, std::integral_constant<PieceType, kKnight>{}); break;
      case kBishop: move(piece, std::integral_constant<PieceType, kBishop>{}); break;
      case kRook: move(piece, std::integral_constant<PieceType, kRook>{}); break;
      case kQueen: move(piece, std::integral_constant<PieceType, kQueen>{}); break;
      default: move(piece, std::integral_constant<PieceType, kKing>{}); break;
    }
  }
  castle(base, moves, weights, sink);
}

template <typename Weights>
void ChildMaker::move_pawns(const Hypothesis& base, std::uint64_t sum, const Hypothesis& parent,
                            const TakenMoves& moves, Weights& weights, ChildSink& sink) const {
  const int up = opponent_ == kWhite ? 8 : -8;
  step_pawns(base, sum, moves.single, up, weights, sink);
  step_pawns(base, sum, moves.west, up - 1, weights, sink);
  step_pawns(base, sum, moves.east, up + 1, weights, sink);
  for_each_wanted(moves.twice, 1, weights, sink, [&](Square to, const ChildSink::Group& group, const auto& of, int i) {
    const auto from = static_cast<Square>(to - 2 * up);
    Hypothesis child = base;
    child.ep_square = ep_square_after(static_cast<Square>(to - up));
    const std::uint64_t before = child.ep_square == kNoSquare ? sum : sum_of(child);
    add_with<kPawn>(bit(to) | bit(from), child, of[i],
                    board_sums::with(board_sums::without(before, kPawn, from), kPawn, to), group, sink);
  });
  const auto en_passant = weights.take(count(moves.en_passant));
  int i = 0;
  for (Bitboard b = moves.en_passant; b != 0; ++i) {
    const Square from = pop_lowest(b);
    const Square captured = forward(parent.ep_square, ~opponent_);
    if (groups_.wants(captured)) {
      const std::uint64_t after = board_sums::with(board_sums::without(sum, kPawn, from), kPawn, parent.ep_square);
      add_with<kPawn>(bit(from) | bit(parent.ep_square), base, en_passant[i], after,
                      sink.group(groups_.group[captured]), sink);
    }
  }
}

// Adds the pawn moves by `offset` onto `targets`, promotions included.
template <typename Weights>
void ChildMaker::step_pawns(const Hypothesis& base, std::uint64_t sum, Bitboard targets, int offset, Weights& weights,
                            ChildSink& sink) const {
  const Bitboard last = opponent_ == kWhite ? rank_bb(7) : rank_bb(0);
  for_each_wanted(targets & ~last, 1, weights, sink,
                  [&](Square to, const ChildSink::Group& group, const auto& of, int i) {
                    const auto from = static_cast<Square>(to - offset);
                    add_with<kPawn>(bit(to) | bit(from), base, of[i],
                                    board_sums::with(board_sums::without(sum, kPawn, from), kPawn, to), group, sink);
                  });
  if ((targets & last) == 0) {
    return;
  }
  for_each_wanted(targets & last, static_cast<int>(kPromotionTypes.size()), weights, sink,
                  [&](Square to, const ChildSink::Group& group, const auto& of, int i) {
                    const auto from = static_cast<Square>(to - offset);
                    Hypothesis lifted = base;
                    lifted.toggle(bit(from), kPawn);
                    const std::uint64_t lifted_sum = board_sums::without(sum, kPawn, from);
                    for (const PieceType promotion : kPromotionTypes) {
                      Hypothesis child = lifted;
                      child.toggle(bit(to), promotion);
                      sink.add(group, word_of<0>(child), word_of<1>(child), word_of<2>(child),
                               word_of<3>(child) | of[i++], board_sums::with(lifted_sum, promotion, to));
                    }
                  });
}

template <typename Weights>
void ChildMaker::castle(const Hypothesis& base, const TakenMoves& moves, Weights& weights, ChildSink& sink) const {
  if (!groups_.wants(kNoSquare)) {
    return;
  }
  const Square king = relative_square(4, opponent_);
  const auto add = [&](int files) {
    const Move move{king, static_cast<Square>(king + files)};
    const Move hop = rook_hop(move);
    Hypothesis child = base;
    child.castling &= castling_kept_by(king);
    child.toggle(bit(move.from) | bit(move.to), kKing);
    child.toggle(bit(hop.from) | bit(hop.to), kRook);
    sink.add(sink.group(groups_.group[kNoSquare]), word_of<0>(child), word_of<1>(child), word_of<2>(child),
             word_of<3>(child) | weights.take(1)[0], sum_of(child));
  };
  if (moves.kingside) {
    add(2);
  }
  if (moves.queenside) {
    add(-2);
  }
}

void ChildMaker::append(const Hypothesis& parent, std::span<const TakenMove> moves, ChildSink& sink) const {
  Hypothesis passed = parent;
  passed.ep_square = kNoSquare;
  const std::uint64_t plane0 = word_of<0>(passed);
  const std::uint64_t plane1 = word_of<1>(passed);
  const std::uint64_t plane2 = word_of<2>(passed);
  const std::uint64_t rest = word_of<3>(passed);
  const std::uint64_t sum = sum_of(passed);
  const bool may_lose_rights = parent.castling != kNoCastling;
  for (const TakenMove& taken : moves) {
    if (!groups_.wants(taken.captured)) {
      continue;
    }
    const ChildSink::Group group = sink.group(groups_.group[taken.captured]);
    const float weight = std::max(parent.weight * taken.probability, kMinWeight);
    const Move move = taken.move;
    const bool plain = move.promotion == kNoPieceType &&
                       (taken.type == kPawn ? !is_double_step(move)
                                            : !may_lose_rights || (taken.type != kKing && taken.type != kRook));
    if (!plain || taken.type == kNoPieceType) {
      Hypothesis child = child_of(parent, taken.type, move);
      child.weight = weight;
      sink.add(group, child);
      continue;
    }
    const auto moved = [&, squares = bit(move.from) | bit(move.to), code = std::uint64_t{taken.type} + 1](int plane) {
      return squares & (0 - (code >> plane & 1));
    };
    sink.add(group, plane0 ^ moved(0), plane1 ^ moved(1), plane2 ^ moved(2), with_weight(rest, weight),
             board_sums::with(board_sums::without(sum, taken.type, move.from), taken.type, move.to));
  }
}

void ChildMaker::count_children(const Hypothesis& parent, std::array<std::size_t, 65>& children) const {
  ++children[kNoSquare];  // by the null move
  for_each_taken_move(opponent_view(parent, mine_), opponent_,
                      [&](PieceType, Move, Square captured) { ++children[captured]; });
}

Hypothesis ChildMaker::child_of(const Hypothesis& parent, PieceType type, Move move) const {
  Hypothesis child = parent;
  child.ep_square = kNoSquare;
  if (type == kNoPieceType) {
    return child;
  }
  if (move.promotion != kNoPieceType) {
    child.toggle(bit(move.from), type);
    child.toggle(bit(move.to), move.promotion);
    return child;
  }
  child.toggle(bit(move.from) | bit(move.to), type);
  if (type == kPawn) {
    if (is_double_step(move)) {
      child.ep_square = ep_square_after(forward(move.from, opponent_));
    }
  } else if (parent.castling != kNoCastling) {
    child.castling &= castling_kept_by(move.from);
    if (is_castling(type, move)) {
      const Move hop = rook_hop(move);
      child.toggle(bit(hop.from) | bit(hop.to), kRook);
    }
  }
  return child;
}

}  // namespace lanternfish
