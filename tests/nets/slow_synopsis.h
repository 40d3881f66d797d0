#pragma once

// Penumbra's planes as nets/synopsis.h defines them, asked square by square and board by board: no bitboards but the
// result, no tables of attacks.

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <span>
#include <vector>

#include "nets/synopsis.h"
#include "rules/rbc.h"

namespace lanternfish::testing {

using Property = std::function<bool(const Board&, int file, int rank)>;

inline bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }
inline Piece piece_on(const Board& board, int file, int rank) { return board.piece_at(make_square(file, rank)); }

inline constexpr int kStraight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
inline constexpr int kDiagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

// Whether walking from one square to the other in steps of (f, r) meets nothing on the way.
inline bool reaches(const Board& board, int file, int rank, int to_file, int to_rank, const int (&step)[2]) {
  for (int i = 1;; ++i) {
    const int f = file + i * step[0];
    const int r = rank + i * step[1];
    if (!on_board(f, r)) {
      return false;
    }
    if (f == to_file && r == to_rank) {
      return true;
    }
    if (piece_on(board, f, r).exists()) {
      return false;
    }
  }
}

inline bool reaches_along(const Board& board, int file, int rank, int to_file, int to_rank, const int (&steps)[4][2]) {
  return std::any_of(std::begin(steps), std::end(steps),
                     [&](const auto& step) { return reaches(board, file, rank, to_file, to_rank, step); });
}

// Whether the piece standing on one square attacks the other.
inline bool attacks(const Board& board, int file, int rank, int to_file, int to_rank) {
  const Piece piece = piece_on(board, file, rank);
  const int files = std::abs(to_file - file);
  const int ranks = std::abs(to_rank - rank);
  switch (piece.type) {
    case kPawn: return files == 1 && to_rank - rank == (piece.color == kWhite ? 1 : -1);
    case kKnight: return files * ranks == 2;
    case kKing: return std::max(files, ranks) == 1;
    case kBishop: return reaches_along(board, file, rank, to_file, to_rank, kDiagonal);
    case kRook: return reaches_along(board, file, rank, to_file, to_rank, kStraight);
    case kQueen:
      return reaches_along(board, file, rank, to_file, to_rank, kDiagonal) ||
             reaches_along(board, file, rank, to_file, to_rank, kStraight);
    default: return false;
  }
}

// How many pieces of `side` that `counts` attack the square.
inline int attackers(const Board& board, Color side, int file, int rank, const std::function<bool(Piece)>& counts) {
  int n = 0;
  for (int f = 0; f < 8; ++f) {
    for (int r = 0; r < 8; ++r) {
      const Piece piece = piece_on(board, f, r);
      n += piece.exists() && piece.color == side && counts(piece) && attacks(board, f, r, file, rank) ? 1 : 0;
    }
  }
  return n;
}

inline std::function<bool(Piece)> any() {
  return [](Piece) { return true; };
}
inline std::function<bool(Piece)> one_of(std::initializer_list<PieceType> types) {
  return [list = std::vector<PieceType>(types)](Piece p) {
    return std::find(list.begin(), list.end(), p.type) != list.end();
  };
}
inline std::function<bool(Piece)> all_but(PieceType type) {
  return [type](Piece p) { return p.type != type; };
}

class SlowSynopsis {
 public:
  SlowSynopsis(std::span<const Board> boards, Color me) : boards_(boards), me_(me) {}

  // Bit by bit: the property holds on all boards, or on one.
  Bitboard definitely(const Property& property) const { return plane(property, true); }
  Bitboard possibly(const Property& property) const { return plane(property, false); }

  Synopsis write(Stage stage, const LastEvents& last, const Synopsis* before) const {
    Synopsis p{};
    const Color opponent = ~me_;
    const auto is_own = [&](const Board& b, int f, int r) {
      return piece_on(b, f, r).exists() && piece_on(b, f, r).color == me_;
    };
    const auto is_opponent = [&](const Board& b, int f, int r) {
      return piece_on(b, f, r).exists() && piece_on(b, f, r).color == opponent;
    };
    const auto stands = [&](Color side, std::initializer_list<PieceType> types) {
      return Property([side, is = one_of(types)](const Board& b, int f, int r) {
        const Piece piece = piece_on(b, f, r);
        return piece.exists() && piece.color == side && is(piece);
      });
    };
    const auto attacked = [&](Color side, int times, std::function<bool(Piece)> counts) {
      return Property([=](const Board& b, int f, int r) { return attackers(b, side, f, r, counts) >= times; });
    };
    // Constants: coordinates as the player sees them.
    p[0] = constant([](int f, int) { return f >= 4; });
    p[1] = constant([](int f, int) { return f < 4; });
    p[2] = constant([](int, int r) { return r < 4; });
    p[3] = constant([](int, int r) { return r >= 4; });
    p[4] = constant([](int, int r) { return r == 0; });
    p[5] = constant([](int, int r) { return r == 7; });
    p[6] = constant([](int f, int) { return f == 0; });
    p[7] = constant([](int f, int) { return f == 7; });
    p[8] = constant([](int f, int r) { return (f + r) % 2 == 0; });
    p[9] = constant([](int f, int r) { return (f + r) % 2 == 1; });
    p[10] = constant([&](int, int) { return stage == Stage::kMove; });
    p[11] = possibly([&](const Board& b, int f, int r) { return !is_own(b, f, r); });
    for (const PieceType type : {kPawn, kKnight, kBishop, kRook, kQueen, kKing}) {
      p[12U + type] = possibly(stands(me_, {type}));
      p[19U + type] = definitely(stands(opponent, {type}));
      p[26U + type] = possibly(stands(opponent, {type}));
    }
    const Property no_opponent = [&](const Board& b, int f, int r) { return !is_opponent(b, f, r); };
    p[18] = definitely(no_opponent);
    p[25] = possibly(no_opponent);
    if (!last.taken.is_null()) {
      p[32] = square(last.taken.from);
      p[33] = square(last.taken.to);
    }
    p[34] = square(last.own_capture);
    p[35] = square(last.opponent_capture);
    p[36] = by_same_pieces(1);
    p[37] = definitely(attacked(me_, 1, any()));
    p[38] = possibly(attacked(me_, 1, any()));
    p[39] = by_same_pieces(2);
    p[40] = definitely(attacked(me_, 2, any()));
    p[41] = possibly(attacked(me_, 2, any()));
    const Property pawn_captures = [&](const Board& b, int f, int r) {
      const bool en_passant = b.turn() == me_ && b.ep_square() == make_square(f, r);
      return attackers(b, me_, f, r, one_of({kPawn})) > 0 && (is_opponent(b, f, r) || en_passant);
    };
    p[42] = definitely(pawn_captures);
    p[43] = possibly(pawn_captures);
    p[44] = definitely(attacked(me_, 1, one_of({kKnight})));
    p[45] = definitely([&](const Board& b, int f, int r) { return along(b, me_, f, r, kBishop, kDiagonal); });
    p[46] = possibly([&](const Board& b, int f, int r) { return along(b, me_, f, r, kBishop, kDiagonal); });
    p[47] = definitely([&](const Board& b, int f, int r) { return along(b, me_, f, r, kRook, kStraight); });
    p[48] = possibly([&](const Board& b, int f, int r) { return along(b, me_, f, r, kRook, kStraight); });
    p[49] = possibly(attacked(me_, 1, all_but(kKing)));
    p[50] = possibly(attacked(me_, 1, all_but(kPawn)));
    p[51] = definitely(attacked(opponent, 1, any()));
    p[52] = possibly(attacked(opponent, 1, any()));
    p[53] = definitely(attacked(opponent, 2, any()));
    p[54] = possibly(attacked(opponent, 2, any()));
    p[55] = definitely(attacked(opponent, 1, one_of({kPawn})));
    p[56] = possibly(attacked(opponent, 1, one_of({kPawn})));
    p[57] = definitely(attacked(opponent, 1, one_of({kKnight})));
    p[58] = possibly(attacked(opponent, 1, one_of({kKnight})));
    p[59] = definitely([&](const Board& b, int f, int r) { return along(b, opponent, f, r, kBishop, kDiagonal); });
    p[60] = possibly([&](const Board& b, int f, int r) { return along(b, opponent, f, r, kBishop, kDiagonal); });
    p[61] = definitely([&](const Board& b, int f, int r) { return along(b, opponent, f, r, kRook, kStraight); });
    p[62] = possibly([&](const Board& b, int f, int r) { return along(b, opponent, f, r, kRook, kStraight); });
    p[63] = possibly(attacked(opponent, 1, all_but(kKing)));
    p[64] = possibly(attacked(opponent, 1, all_but(kPawn)));
    p[65] = possibly([&](const Board& b, int f, int r) {
      return stands(opponent, {kKing})(b, f, r) && attackers(b, me_, f, r, any()) == 0;
    });
    p[66] = opponent_targets();
    p[67] = possibly(castling_rook(opponent, false));
    p[68] = definitely([&](const Board& b, int f, int r) { return piece_on(b, f, r) == piece_on(boards_[0], f, r); });
    write_king(p);
    p[79] = possibly(is_own);
    p[80] = definitely([](const Board& b, int f, int r) { return !piece_on(b, f, r).exists(); });
    p[81] = possibly(castling_rook(me_, false));
    p[82] = possibly(castling_rook(me_, true));
    p[83] = definitely(castling_rook(me_, true));
    p[84] = lines_of({kQueen}, kStraight);
    p[85] = lines_of({kQueen}, kDiagonal);
    for (std::size_t i = 0; before != nullptr && i < 18; ++i) {
      p[86 + i] = (*before)[18 + i];
    }
    return p;
  }

 private:
  // As the player sees it.
  Square seen(int file, int rank) const { return make_square(file, me_ == kWhite ? rank : 7 - rank); }

  Bitboard constant(const std::function<bool(int, int)>& holds) const {
    Bitboard plane = 0;
    for (int f = 0; f < 8; ++f) {
      for (int r = 0; r < 8; ++r) {
        plane |= holds(f, r) ? bit(make_square(f, r)) : 0;
      }
    }
    return plane;
  }

  Bitboard square(Square s) const { return s == kNoSquare ? 0 : bit(seen(file_of(s), rank_of(s))); }

  Bitboard plane(const Property& property, bool on_all) const {
    Bitboard plane = 0;
    for (int f = 0; f < 8; ++f) {
      for (int r = 0; r < 8; ++r) {
        const auto holds = [&](const Board& board) { return property(board, f, r); };
        const bool set = on_all ? std::all_of(boards_.begin(), boards_.end(), holds)
                                : std::any_of(boards_.begin(), boards_.end(), holds);
        plane |= set ? bit(seen(f, r)) : 0;
      }
    }
    return plane;
  }

  // Squares that at least `times` pieces attack, each of them on all boards.
  Bitboard by_same_pieces(int times) const {
    return plane(
        [&](const Board&, int f, int r) {
          int same = 0;
          for (Square s = 0; s < 64; ++s) {
            const Piece piece = boards_[0].piece_at(s);
            same += piece.exists() && piece.color == me_ &&
                    std::all_of(boards_.begin(), boards_.end(),
                                [&](const Board& board) { return attacks(board, file_of(s), rank_of(s), f, r); });
          }
          return same >= times;
        },
        true);
  }

  // Whether a piece of `type` or a queen attacks the square along these lines.
  static bool along(const Board& board, Color side, int file, int rank, PieceType type, const int (&steps)[4][2]) {
    for (Square s = 0; s < 64; ++s) {
      const Piece piece = board.piece_at(s);
      if (piece.exists() && piece.color == side && (piece.type == type || piece.type == kQueen) &&
          reaches_along(board, file_of(s), rank_of(s), file, rank, steps)) {
        return true;
      }
    }
    return false;
  }

  Property castling_rook(Color side, bool free) const {
    return [side, free](const Board& board, int file, int rank) {
      const int home = side == kWhite ? 0 : 7;
      if (rank != home || (file != 0 && file != 7)) {
        return false;
      }
      const CastlingRights right = file == 7 ? kKingside[side] : kQueenside[side];
      bool way_free = true;
      for (int f = file == 7 ? 5 : 1; f <= (file == 7 ? 6 : 3); ++f) {
        way_free &= !piece_on(board, f, home).exists();
      }
      return (board.castling() & right) != 0 && (!free || way_free);
    };
  }

  // Where the opponent's requests may lead to: resolve() of every request, on the board with the opponent to move.
  Bitboard opponent_targets() const {
    Bitboard plane = 0;
    for (Board board : boards_) {
      if (board.turn() == me_) {
        board.set_turn(~me_);
        board.set_ep_square(kNoSquare);
      }
      for (const Move request : requests(board, ~me_)) {
        if (const Move taken = resolve(board, request).taken; !taken.is_null()) {
          plane |= square(taken.to);
        }
      }
    }
    return plane;
  }

  // Squares on the lines from own pieces of these types to the nearest own piece.
  Bitboard lines_of(std::initializer_list<PieceType> types, const int (&steps)[4][2]) const {
    Board own = boards_[0];
    for (Square s = 0; s < 64; ++s) {
      if (own.piece_at(s).exists() && own.piece_at(s).color != me_) {
        own.remove(s);
      }
    }
    Bitboard plane = 0;
    for (Square from = 0; from < 64; ++from) {
      if (!own.piece_at(from).exists() || !one_of(types)(own.piece_at(from))) {
        continue;
      }
      for (Square to = 0; to < 64; ++to) {
        if (!own.piece_at(to).exists() &&
            reaches_along(own, file_of(from), rank_of(from), file_of(to), rank_of(to), steps)) {
          plane |= square(to);
        }
      }
    }
    return plane;
  }

  void write_king(Synopsis& p) const {
    for (Square s = 0; s < 64; ++s) {
      if (!(boards_[0].piece_at(s) == Piece{kKing, me_})) {
        continue;
      }
      for (Square to = 0; to < 64; ++to) {
        const int files = std::abs(file_of(to) - file_of(s));
        const int ranks = std::abs(rank_of(to) - rank_of(s));
        p[69] |= std::max(files, ranks) == 1 ? square(to) : 0;
        p[70] |= files * ranks == 2 ? square(to) : 0;
      }
    }
    p[73] = lines_of({kKing}, kDiagonal);
    p[76] = lines_of({kKing}, kStraight);
    const auto near = [&](std::size_t neighbours, std::initializer_list<PieceType> types) {
      const Property stands = [&](const Board& b, int f, int r) {
        const Piece piece = piece_on(b, f, r);
        return piece.exists() && piece.color != me_ && one_of(types)(piece);
      };
      p[neighbours + 1] = p[neighbours] & definitely(stands);
      p[neighbours + 2] = p[neighbours] & possibly(stands);
    };
    near(70, {kKnight});
    near(73, {kBishop, kQueen});
    near(76, {kRook, kQueen});
  }

  std::span<const Board> boards_;
  Color me_;
};

}  // namespace lanternfish::testing
