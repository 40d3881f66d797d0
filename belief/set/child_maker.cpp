#include "belief/set/child_maker.h"

#include <algorithm>

namespace lanternfish {

namespace {

// Adds `board` after its pieces of `type` are toggled on `squares` (Hypothesis::toggle). `sum` is the child's sum.
template <PieceType type>
void add_with(Bitboard squares, const Hypothesis& board, std::uint64_t sum, const ChildSink::Group& group,
              ChildSink& sink) {
  constexpr int kCode = type + 1;
  sink.add(group, word_of<0>(board) ^ (kCode & 1 ? squares : 0), word_of<1>(board) ^ (kCode & 2 ? squares : 0),
           word_of<2>(board) ^ (kCode & 4 ? squares : 0), word_of<3>(board), sum);
}

// Of a pawn: two ranks on one file.
bool is_double_step(Move move) { return (move.from ^ move.to) == 16; }

}  // namespace

// The taken moves of one board. Pawn moves are sets of target squares, except for en passant.
struct ChildMaker::Moves {
  struct Piece {
    PieceType type;
    Square from;
    Bitboard targets;
  };
  std::array<Piece, 64> pieces;  // other than pawns
  int piece_count = 0;
  Bitboard single = 0;
  Bitboard twice = 0;       // double steps
  Bitboard west = 0;        // captures towards file a
  Bitboard east = 0;        // captures towards file h
  Bitboard en_passant = 0;  // squares the capturing pawns leave
  bool kingside = false;
  bool queenside = false;
  int total = 1;  // the null move
};

ChildMaker::ChildMaker(const OwnSide& own, const CaptureGroups& groups)
    : opponent_(~own.me()), groups_(groups), mine_(own.occupied()), my_pawns_(own.pieces().pieces(own.me(), kPawn)) {
  for (Bitboard b = mine_; b != 0;) {
    const Square s = pop_lowest(b);
    wanted_captures_ |= groups_.wants(s) ? bit(s) : 0;
  }
}

void ChildMaker::find_moves(const Hypothesis& parent, Moves& moves) const {
  const MoverView view = opponent_view(parent, mine_);
  const Bitboard occupied = view.own | view.enemy;
  const Bitboard free = ~occupied;
  const Bitboard third = opponent_ == kWhite ? rank_bb(2) : rank_bb(5);
  const Bitboard last = opponent_ == kWhite ? rank_bb(7) : rank_bb(0);
  const Bitboard ahead = forward(view.movers[kPawn], opponent_);
  moves.single = ahead & free;
  moves.twice = forward(moves.single & third, opponent_) & free;
  moves.west = (ahead & ~kFileA) >> 1 & mine_;
  moves.east = (ahead & ~kFileH) << 1 & mine_;
  if (view.ep_square != kNoSquare) {
    moves.en_passant = pawn_attacks(bit(view.ep_square), ~opponent_) & view.movers[kPawn];
  }
  const auto with_promotions = [&](Bitboard b) { return lanternfish::count(b) + 3 * lanternfish::count(b & last); };
  moves.total += with_promotions(moves.single) + lanternfish::count(moves.twice) + with_promotions(moves.west) +
                 with_promotions(moves.east) + lanternfish::count(moves.en_passant);
  const auto add = [&](PieceType type, auto attacks) {
    for (Bitboard b = view.movers[type]; b != 0;) {
      const Square from = pop_lowest(b);
      const Bitboard targets = attacks(from) & ~view.own;
      moves.pieces[static_cast<std::size_t>(moves.piece_count++)] = {type, from, targets};
      moves.total += lanternfish::count(targets);
    }
  };
  add(kKnight, [](Square s) { return kKnightAttacks[s]; });
  add(kBishop, [&](Square s) { return bishop_attacks(s, occupied); });
  add(kRook, [&](Square s) { return rook_attacks(s, occupied); });
  add(kQueen, [&](Square s) { return queen_attacks(s, occupied); });
  add(kKing, [](Square s) { return kKingAttacks[s]; });
  moves.kingside = (view.castling & kKingside[opponent_]) != 0 && (castling_path(opponent_, true) & occupied) == 0;
  moves.queenside = (view.castling & kQueenside[opponent_]) != 0 && (castling_path(opponent_, false) & occupied) == 0;
  moves.total += (moves.kingside ? 1 : 0) + (moves.queenside ? 1 : 0);
}

template <typename Put>
void ChildMaker::for_each_wanted(Bitboard targets, ChildSink& sink, Put&& put) const {
  if (groups_.wants(kNoSquare)) {
    const ChildSink::Group group = sink.group(groups_.group[kNoSquare]);
    for (Bitboard quiet = targets & ~mine_; quiet != 0;) {
      put(pop_lowest(quiet), group);
    }
  }
  for (Bitboard captures = targets & wanted_captures_; captures != 0;) {
    const Square to = pop_lowest(captures);
    put(to, sink.group(groups_.group[to]));
  }
}

void ChildMaker::append(const Hypothesis& parent, ChildSink& sink) const {
  Moves moves;
  find_moves(parent, moves);
  Hypothesis base = parent;
  base.ep_square = kNoSquare;
  base.weight = std::max(parent.weight * (1.0F / static_cast<float>(moves.total)), kMinWeight);
  const std::uint64_t sum = sum_of(base);
  if (groups_.wants(kNoSquare)) {
    sink.add(sink.group(groups_.group[kNoSquare]), base, sum);
  }
  move_pawns(base, sum, parent, moves, sink);
  const auto move = [&]<PieceType type>(const Moves::Piece& piece, std::integral_constant<PieceType, type>) {
    Hypothesis lifted = base;
    lifted.toggle(bit(piece.from), type);
    std::uint64_t lifted_sum = board_sums::without(sum, type, piece.from);
    if ((type == kRook || type == kKing) && parent.castling != kNoCastling) {
      lifted.castling &= castling_kept_by(piece.from);
      lifted_sum = sum_of(lifted);
    }
    for_each_wanted(piece.targets, sink, [lifted, lifted_sum, &sink](Square to, const ChildSink::Group& group) {
      add_with<type>(bit(to), lifted, board_sums::with(lifted_sum, type, to), group, sink);
    });
  };
  for (int i = 0; i < moves.piece_count; ++i) {
    const Moves::Piece& piece = moves.pieces[static_cast<std::size_t>(i)];
    switch (piece.type) {
      case kKnight: move(piece, std::integral_constant<PieceType, kKnight>{}); break;
      case kBishop: move(piece, std::integral_constant<PieceType, kBishop>{}); break;
      case kRook: move(piece, std::integral_constant<PieceType, kRook>{}); break;
      case kQueen: move(piece, std::integral_constant<PieceType, kQueen>{}); break;
      default: move(piece, std::integral_constant<PieceType, kKing>{}); break;
    }
  }
  castle(base, moves, sink);
}

void ChildMaker::move_pawns(const Hypothesis& base, std::uint64_t sum, const Hypothesis& parent, const Moves& moves,
                            ChildSink& sink) const {
  const int up = opponent_ == kWhite ? 8 : -8;
  step_pawns(base, sum, moves.single, up, sink);
  step_pawns(base, sum, moves.west, up - 1, sink);
  step_pawns(base, sum, moves.east, up + 1, sink);
  if (groups_.wants(kNoSquare)) {
    const ChildSink::Group group = sink.group(groups_.group[kNoSquare]);
    for (Bitboard b = moves.twice; b != 0;) {
      const Square to = pop_lowest(b);
      const auto from = static_cast<Square>(to - 2 * up);
      Hypothesis child = base;
      child.toggle(bit(to) | bit(from), kPawn);
      child.ep_square = ep_square_after(static_cast<Square>(to - up));
      sink.add(group, child,
               child.ep_square == kNoSquare ? board_sums::with(board_sums::without(sum, kPawn, from), kPawn, to)
                                            : sum_of(child));
    }
  }
  for (Bitboard b = moves.en_passant; b != 0;) {
    const Square from = pop_lowest(b);
    const Square captured = forward(parent.ep_square, ~opponent_);
    if (groups_.wants(captured)) {
      Hypothesis child = base;
      child.toggle(bit(from) | bit(parent.ep_square), kPawn);
      sink.add(sink.group(groups_.group[captured]), child);
    }
  }
}

// Adds the pawn moves by `offset` onto `targets`, promotions included.
void ChildMaker::step_pawns(const Hypothesis& base, std::uint64_t sum, Bitboard targets, int offset,
                            ChildSink& sink) const {
  const Bitboard last = opponent_ == kWhite ? rank_bb(7) : rank_bb(0);
  for_each_wanted(targets & ~last, sink, [&](Square to, const ChildSink::Group& group) {
    const auto from = static_cast<Square>(to - offset);
    add_with<kPawn>(bit(to) | bit(from), base, board_sums::with(board_sums::without(sum, kPawn, from), kPawn, to),
                    group, sink);
  });
  for_each_wanted(targets & last, sink, [&](Square to, const ChildSink::Group& group) {
    Hypothesis lifted = base;
    lifted.toggle(bit(static_cast<Square>(to - offset)), kPawn);
    for (const PieceType promotion : kPromotionTypes) {
      Hypothesis child = lifted;
      child.toggle(bit(to), promotion);
      sink.add(group, child);
    }
  });
}

void ChildMaker::castle(const Hypothesis& base, const Moves& moves, ChildSink& sink) const {
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
    sink.add(sink.group(groups_.group[kNoSquare]), child);
  };
  if (moves.kingside) {
    add(2);
  }
  if (moves.queenside) {
    add(-2);
  }
}

void ChildMaker::append(const Hypothesis& parent, MoveProbabilities& opponent, ChildSink& sink) const {
  append(parent, opponent.of(opponent_view(parent, mine_)), sink);
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
