#include "nets/synopsis.h"

#include <cassert>

#include "nets/move_code.h"
#include "rules/attacks.h"
#include "rules/movegen.h"

namespace lanternfish {

namespace {

using namespace synopsis;

constexpr Bitboard kDark = 0xaa55aa55aa55aa55;  // a1 is dark

// A property over the boards seen so far.
struct AndOr {
  Bitboard definitely = kEverywhere;
  Bitboard possibly = 0;

  void add(Bitboard b) {
    definitely &= b;
    possibly |= b;
  }
};

// The pieces of one side, one by one.
struct Attackers {
  std::array<PieceType, 64> types{};
  std::array<Square, 64> squares{};
  int size = 0;

  Attackers(const Board& board, Color side) {
    for (int t = 0; t < kPieceTypes; ++t) {
      for (Bitboard b = board.pieces(side, static_cast<PieceType>(t)); b != 0; ++size) {
        types[size] = static_cast<PieceType>(t);
        squares[size] = pop_lowest(b);
      }
    }
  }
};

// What the pieces of one side attack on one board.
struct Attacks {
  std::array<Bitboard, 64> by_attacker{};
  std::array<Bitboard, kPieceTypes> by_type{};
  Bitboard diagonally = 0;  // bishops and queens
  Bitboard straight = 0;    // rooks and queens
  Bitboard once = 0;        // by at least one piece
  Bitboard twice = 0;       // by at least two

  Attacks(const Attackers& attackers, Color side, Bitboard occupied) {
    for (int i = 0; i < attackers.size; ++i) {
      const PieceType type = attackers.types[i];
      const Square s = attackers.squares[i];
      const Bitboard lines = type == kBishop || type == kQueen ? bishop_attacks(s, occupied) : 0;
      const Bitboard ranks_and_files = type == kRook || type == kQueen ? rook_attacks(s, occupied) : 0;
      Bitboard all = lines | ranks_and_files;
      if (all == 0) {
        all = type == kPawn ? pawn_attacks(bit(s), side) : piece_attacks(type, s, occupied);
      }
      diagonally |= lines;
      straight |= ranks_and_files;
      by_attacker[i] = all;
      by_type[type] |= all;
      twice |= once & all;
      once |= all;
    }
  }

  Bitboard without(PieceType left_out) const {
    Bitboard all = 0;
    for (int t = 0; t < kPieceTypes; ++t) {
      all |= t == left_out ? 0 : by_type[t];
    }
    return all;
  }
};

Bitboard rook_home(Color side, bool kingside) { return bit(relative_square(kingside ? 7 : 0, side)); }

// The rooks with which `side` may still castle.
Bitboard castling_rooks(const Board& board, Color side) {
  return (board.castling() & kKingside[side] ? rook_home(side, true) : 0) |
         (board.castling() & kQueenside[side] ? rook_home(side, false) : 0);
}

// Those of them that nothing stands in the way of.
Bitboard free_castling_rooks(const Board& board, Color side) {
  Bitboard rooks = castling_rooks(board, side);
  for (const bool kingside : {true, false}) {
    if ((castling_path(side, kingside) & board.occupied()) != 0) {
      rooks &= ~rook_home(side, kingside);
    }
  }
  return rooks;
}

// Where `side` may move to if it is its turn.
Bitboard move_targets(const Board& board, Color side) {
  MoverView view;
  for (int t = 0; t < kPieceTypes; ++t) {
    view.movers[t] = board.pieces(side, static_cast<PieceType>(t));
  }
  view.own = board.pieces(side);
  view.enemy = board.pieces(~side);
  view.castling = board.castling();
  view.ep_square = board.turn() == side ? board.ep_square() : kNoSquare;
  Bitboard targets = 0;
  for_each_taken_move(view, side, [&](PieceType, Move move, Square) { targets |= bit(move.to); });
  return targets;
}

// Everything that has to be looked up on each board.
class Summary {
 public:
  Summary(std::span<const Board> boards, Color me) : me_(me), own_(boards[0], me) {
    always_.fill(kEverywhere);
    for (const Board& board : boards) {
      assert(board.pieces(me) == boards[0].pieces(me));
      add_opponent(board);
      add_own_attacks(board);
      castling_.add(free_castling_rooks(board, me));
    }
  }

  void write(Synopsis& planes) const {
    write_opponent(planes);
    write_own_attacks(planes);
    planes[kCastlingPossible] = castling_.possibly;
    planes[kCastlingCertain] = castling_.definitely;
  }

 private:
  void add_opponent(const Board& board) {
    const Color opponent = ~me_;
    no_opponent_.add(~board.pieces(opponent));
    for (int t = 0; t < kPieceTypes; ++t) {
      opponent_[t].add(board.pieces(opponent, static_cast<PieceType>(t)));
    }
    opponent_queens_and_bishops_.add(board.pieces(opponent, kBishop) | board.pieces(opponent, kQueen));
    opponent_queens_and_rooks_.add(board.pieces(opponent, kRook) | board.pieces(opponent, kQueen));
    const Attacks attacks(Attackers(board, opponent), opponent, board.occupied());
    by_opponent_.add(attacks.once);
    doubly_by_opponent_.add(attacks.twice);
    by_opponent_pawns_.add(attacks.by_type[kPawn]);
    by_opponent_knights_.add(attacks.by_type[kKnight]);
    by_opponent_bishops_.add(attacks.diagonally);
    by_opponent_rooks_.add(attacks.straight);
    by_opponent_without_king_ |= attacks.without(kKing);
    by_opponent_without_pawns_ |= attacks.without(kPawn);
    opponent_targets_ |= move_targets(board, opponent);
    opponent_castling_ |= castling_rooks(board, opponent);
  }

  void add_own_attacks(const Board& board) {
    const Attacks attacks(own_, me_, board.occupied());
    for (int i = 0; i < own_.size; ++i) {
      always_[i] &= attacks.by_attacker[i];
    }
    attacked_.add(attacks.once);
    doubly_attacked_.add(attacks.twice);
    const Bitboard en_passant = board.turn() == me_ ? bit_or_none(board.ep_square()) : 0;
    by_pawns_.add(attacks.by_type[kPawn] & (board.pieces(~me_) | en_passant));
    by_knights_ = attacks.by_type[kKnight];
    by_bishops_.add(attacks.diagonally);
    by_rooks_.add(attacks.straight);
    without_king_ |= attacks.without(kKing);
    without_pawns_ |= attacks.without(kPawn);
    safe_king_ |= board.pieces(~me_, kKing) & ~attacks.once;
  }

  void write_opponent(Synopsis& planes) const {
    planes[kDefinitelyNoOpponent] = no_opponent_.definitely;
    planes[kPossiblyNoOpponent] = no_opponent_.possibly;
    planes[kKnownSquares] = no_opponent_.definitely;
    for (int t = 0; t < kPieceTypes; ++t) {
      planes[kDefinitelyOpponent + t] = opponent_[t].definitely;
      planes[kPossiblyOpponent + t] = opponent_[t].possibly;
      planes[kKnownSquares] |= opponent_[t].definitely;
    }
    write_pair(planes, kDefinitelyByOpponent, by_opponent_);
    write_pair(planes, kDefinitelyDoublyByOpponent, doubly_by_opponent_);
    write_pair(planes, kDefinitelyByOpponentPawns, by_opponent_pawns_);
    write_pair(planes, kDefinitelyByOpponentKnights, by_opponent_knights_);
    write_pair(planes, kDefinitelyByOpponentBishops, by_opponent_bishops_);
    write_pair(planes, kDefinitelyByOpponentRooks, by_opponent_rooks_);
    planes[kPossiblyByOpponentWithoutKing] = by_opponent_without_king_;
    planes[kPossiblyByOpponentWithoutPawns] = by_opponent_without_pawns_;
    planes[kOpponentMayMoveTo] = opponent_targets_;
    planes[kOpponentCastling] = opponent_castling_;
    write_near_king(planes, kKingsKnightNeighbours, kDefinitelyKnightsNearKing, opponent_[kKnight]);
    write_near_king(planes, kKingsBishopNeighbours, kDefinitelyBishopsNearKing, opponent_queens_and_bishops_);
    write_near_king(planes, kKingsRookNeighbours, kDefinitelyRooksNearKing, opponent_queens_and_rooks_);
  }

  void write_own_attacks(Synopsis& planes) const {
    Bitboard once = 0;
    Bitboard twice = 0;
    for (int i = 0; i < own_.size; ++i) {
      twice |= once & always_[i];
      once |= always_[i];
    }
    planes[kDefinitelyAttacked] = once;
    planes[kDefinitelySomehowAttacked] = attacked_.definitely;
    planes[kPossiblyAttacked] = attacked_.possibly;
    planes[kDefinitelyDoublyAttacked] = twice;
    planes[kDefinitelySomehowDoublyAttacked] = doubly_attacked_.definitely;
    planes[kPossiblyDoublyAttacked] = doubly_attacked_.possibly;
    write_pair(planes, kDefinitelyByPawns, by_pawns_);
    planes[kByKnights] = by_knights_;
    write_pair(planes, kDefinitelyByBishops, by_bishops_);
    write_pair(planes, kDefinitelyByRooks, by_rooks_);
    planes[kPossiblyWithoutKing] = without_king_;
    planes[kPossiblyWithoutPawns] = without_pawns_;
    planes[kPossiblySafeOpponentKing] = safe_king_;
  }

  // Two planes that follow each other.
  static void write_pair(Synopsis& planes, synopsis::Index definitely, const AndOr& property) {
    planes[definitely] = property.definitely;
    planes[definitely + 1] = property.possibly;
  }

  static void write_near_king(Synopsis& planes, synopsis::Index neighbours, synopsis::Index definitely,
                              const AndOr& pieces) {
    planes[definitely] = planes[neighbours] & pieces.definitely;
    planes[definitely + 1] = planes[neighbours] & pieces.possibly;
  }

  Color me_;
  Attackers own_;
  std::array<Bitboard, 64> always_;  // by own piece: the squares attacked on all boards
  AndOr attacked_, doubly_attacked_, by_pawns_, by_bishops_, by_rooks_, castling_;
  Bitboard by_knights_ = 0, without_king_ = 0, without_pawns_ = 0, safe_king_ = 0;
  AndOr no_opponent_, opponent_queens_and_bishops_, opponent_queens_and_rooks_;
  std::array<AndOr, kPieceTypes> opponent_;
  AndOr by_opponent_, doubly_by_opponent_, by_opponent_pawns_, by_opponent_knights_, by_opponent_bishops_,
      by_opponent_rooks_;
  Bitboard by_opponent_without_king_ = 0, by_opponent_without_pawns_ = 0, opponent_targets_ = 0, opponent_castling_ = 0;
};

// What depends on the own pieces and the last events alone.
void write_known(Synopsis& planes, const Board& board, Color me, Stage stage, const LastEvents& last) {
  const Bitboard own = board.pieces(me);
  planes[kStageIsMove] = stage == Stage::kMove ? kEverywhere : 0;
  planes[kNotOwn] = ~own;
  planes[kAllOwn] = own;
  for (int t = 0; t < kPieceTypes; ++t) {
    planes[kOwn + t] = board.pieces(me, static_cast<PieceType>(t));
  }
  if (!last.taken.is_null()) {
    planes[kLastFrom] = bit(last.taken.from);
    planes[kLastTo] = bit(last.taken.to);
  }
  planes[kLastOwnCapture] = bit_or_none(last.own_capture);
  planes[kLastOpponentCapture] = bit_or_none(last.opponent_capture);
  if (const Square king = board.king(me); king != kNoSquare) {
    planes[kKingsKingNeighbours] = kKingAttacks[king];
    planes[kKingsKnightNeighbours] = kKnightAttacks[king];
    planes[kKingsBishopNeighbours] = bishop_attacks(king, own) & ~own;
    planes[kKingsRookNeighbours] = rook_attacks(king, own) & ~own;
  }
  for (Bitboard b = board.pieces(me, kQueen); b != 0;) {
    const Square queen = pop_lowest(b);
    planes[kQueensRookNeighbours] |= rook_attacks(queen, own) & ~own;
    planes[kQueensBishopNeighbours] |= bishop_attacks(queen, own) & ~own;
  }
  planes[kCastlingRight] = castling_rooks(board, me);
}

void write_constants(Synopsis& planes) {
  planes[kWest] = file_bb(0) | file_bb(1) | file_bb(2) | file_bb(3);
  planes[kEast] = ~planes[kWest];
  planes[kSouth] = rank_bb(0) | rank_bb(1) | rank_bb(2) | rank_bb(3);
  planes[kNorth] = ~planes[kSouth];
  planes[kFirstRank] = rank_bb(0);
  planes[kLastRank] = rank_bb(7);
  planes[kAFile] = kFileA;
  planes[kHFile] = kFileH;
  planes[kDarkSquares] = kDark;
  planes[kLightSquares] = ~kDark;
}

}  // namespace

Synopsis make_synopsis(std::span<const Board> boards, Color me, Stage stage, const LastEvents& last,
                       const Synopsis* before) {
  assert(!boards.empty());
  Synopsis planes{};
  write_known(planes, boards[0], me, stage, last);
  Summary(boards, me).write(planes);
  planes[kDefinitelyEmpty] = planes[kDefinitelyNoOpponent] & ~planes[kAllOwn];
  for (Bitboard& plane : planes) {
    plane = oriented(plane, me);
  }
  write_constants(planes);
  if (before != nullptr) {
    for (int i = 0; i < kSynopsisPlanes - kPrevious; ++i) {
      planes[kPrevious + i] = (*before)[kDefinitelyNoOpponent + i];
    }
  }
  return planes;
}

}  // namespace lanternfish
