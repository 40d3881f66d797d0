#include "game/one_board.h"

#include <algorithm>

#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr Bitboard kLightSquares = 0x55aa55aa55aa55aa;

int distance(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

}  // namespace

void OneBoard::observe(const Observation& event, const OwnSide& own, Unique unique) {
  if (const auto* sensed = std::get_if<Sensed>(&event)) {
    paste(sensed->window, unique);
  } else if (const auto* moved = std::get_if<Moved>(&event); moved != nullptr && moved->captured != kNoSquare) {
    take_off(moved->captured);
  }
  put_own_pieces(own);
}

void OneBoard::take_off(Square square) {
  if (contains(board_.occupied(), square)) {
    board_.remove(square);
  }
}

void OneBoard::take_off_elsewhere(Piece piece, Square square, Unique unique) {
  Bitboard twins = board_.pieces(~me_, piece.type);
  if (piece.type == kBishop) {
    twins &= contains(kLightSquares, square) ? kLightSquares : ~kLightSquares;
  }
  const bool is_unique =
      piece.type == kKing || (unique == Unique::kKingQueenBishops && (piece.type == kQueen || piece.type == kBishop));
  while (is_unique && twins != 0) {
    board_.remove(pop_lowest(twins));
  }
}

void OneBoard::paste(const Window& window, Unique unique) {
  const WindowSquares squares = window_squares(window.center);
  for (int i = 0; i < squares.size; ++i) {
    take_off(squares.squares[static_cast<std::size_t>(i)]);
  }
  for (int i = 0; i < squares.size; ++i) {
    const Piece piece = window.contents[static_cast<std::size_t>(i)];
    const Square square = squares.squares[static_cast<std::size_t>(i)];
    if (piece.exists() && piece.color != me_) {
      take_off_elsewhere(piece, square, unique);
      board_.put(square, piece);
    }
  }
}

// Puts my pieces where they are, and removes what the board wrongly has on their squares.
void OneBoard::put_own_pieces(const OwnSide& own) {
  for (Bitboard b = board_.pieces(me_); b != 0;) {
    board_.remove(pop_lowest(b));
  }
  for (Bitboard b = own.occupied(); b != 0;) {
    const Square square = pop_lowest(b);
    take_off(square);
    board_.put(square, own.pieces().piece_at(square));
  }
  const CastlingRights theirs = rights_with_pieces_at_home(board_, board_.castling() & castling_of(~me_));
  board_.set_castling(own.pieces().castling() | theirs);
  board_.set_turn(me_);
  board_.set_ep_square(kNoSquare);
}

void OneBoard::replace_king(Square from, Bitboard seen) {
  Square nearest = kNoSquare;
  for (Bitboard b = ~(seen | board_.occupied()); b != 0;) {
    const Square square = pop_lowest(b);
    if (nearest == kNoSquare || distance(square, from) < distance(nearest, from)) {
      nearest = square;
    }
  }
  if (nearest != kNoSquare) {
    board_.put(nearest, {kKing, ~me_});
  }
}

}  // namespace lanternfish
