#pragma once

// One complete position: the referee holds the true one, and each hypothesis of a belief unpacks to one.

#include <array>
#include <type_traits>

#include "rules/bitboard.h"

namespace lanternfish {

using Key = std::uint64_t;

class Board {
 public:
  Board() = default;  // empty, White to move, no rights
  static Board start();

  Bitboard pieces(Color c) const { return colors_[c]; }
  Bitboard pieces(Color c, PieceType t) const { return colors_[c] & types_[t]; }
  Bitboard occupied() const { return colors_[kWhite] | colors_[kBlack]; }
  Piece piece_at(Square s) const;
  // The king's square, or kNoSquare after it was captured.
  Square king(Color c) const;

  Color turn() const { return turn_; }
  CastlingRights castling() const { return castling_; }
  // Set after every double step, whether or not a pawn can capture there; see usable_ep_square.
  Square ep_square() const { return ep_square_; }
  // Plies since the last capture or pawn move.
  int halfmove_clock() const { return halfmove_clock_; }
  // Starts at 1 and grows after Black's turn.
  int fullmove_number() const { return fullmove_number_; }

  void put(Square s, Piece piece);
  void remove(Square s);
  void set_turn(Color c) { turn_ = c; }
  void set_castling(CastlingRights rights) { castling_ = rights; }
  void set_ep_square(Square s) { ep_square_ = s; }
  void set_clocks(int halfmove, int fullmove);

  // The en-passant square when a pawn of the side to move can capture there, else kNoSquare. Pins and check do not
  // matter: RBC allows the capture, so two boards that differ only in this square are different boards.
  Square usable_ep_square() const;

  // The identity of a board, as the protocol counts boards: placement, side to move, castling rights and the usable
  // en-passant square; clocks do not count. The part of the placement is kept up to date by put() and remove().
  Key key() const;
  Key recomputed_key() const;  // key() computed from nothing, to check it
  bool same_board(const Board& other) const;

  friend bool operator==(const Board&, const Board&) = default;

 private:
  std::array<Bitboard, kPieceTypes> types_{};
  std::array<Bitboard, 2> colors_{};
  Key placement_key_ = 0;
  std::uint16_t halfmove_clock_ = 0;
  std::uint16_t fullmove_number_ = 1;
  Color turn_ = kWhite;
  CastlingRights castling_ = kNoCastling;
  Square ep_square_ = kNoSquare;
};

static_assert(std::is_trivially_copyable_v<Board> && sizeof(Board) == 80);

// The castling rights that are left after a move from `s` or a capture on `s`.
CastlingRights castling_kept_by(Square s);
// The part of `rights` whose king and rook stand at home.
CastlingRights rights_with_pieces_at_home(const Board& board, CastlingRights rights);

// Squares from which `attacker` attacks `target` on `board`.
Bitboard attackers_of(const Board& board, Square target, Color attacker);
// Whether the king of `c` exists and stands attacked.
bool in_check(const Board& board, Color c);

}  // namespace lanternfish
