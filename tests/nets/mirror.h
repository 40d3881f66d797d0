#pragma once

// The same game with the colours exchanged and the ranks mirrored: what networks must not be able to tell apart.

#include <variant>

#include "rules/board.h"
#include "rules/observation.h"
#include "rules/rbc.h"

namespace lanternfish::testing {

inline Square mirrored(Square s) { return s == kNoSquare ? s : static_cast<Square>(s ^ 56); }

inline Move mirrored(Move move) {
  return move.is_null() ? move : Move{mirrored(move.from), mirrored(move.to), move.promotion};
}

inline Board mirrored(const Board& board) {
  Board other;
  for (Square s = 0; s < 64; ++s) {
    if (const Piece piece = board.piece_at(s); piece.exists()) {
      other.put(mirrored(s), {piece.type, ~piece.color});
    }
  }
  other.set_turn(~board.turn());
  other.set_castling(static_cast<CastlingRights>((board.castling() & 3) << 2 | board.castling() >> 2));
  other.set_ep_square(mirrored(board.ep_square()));
  return other;
}

inline Window mirrored(const Window& window) {
  Window other{.center = mirrored(window.center)};
  const WindowSquares squares = window_squares(window.center);
  const WindowSquares other_squares = window_squares(other.center);
  for (int i = 0; i < squares.size; ++i) {
    for (int k = 0; k < other_squares.size; ++k) {
      if (other_squares.squares[k] == mirrored(squares.squares[i])) {
        const Piece piece = window.contents[i];
        other.contents[k] = piece.exists() ? Piece{piece.type, ~piece.color} : piece;
      }
    }
  }
  return other;
}

inline Observation mirrored(const Observation& event) {
  if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
    return OpponentMoved{mirrored(notice->captured)};
  }
  if (const auto* sensed = std::get_if<Sensed>(&event)) {
    return Sensed{mirrored(sensed->window)};
  }
  const auto& moved = std::get<Moved>(event);
  return Moved{mirrored(moved.requested), mirrored(moved.taken), mirrored(moved.captured)};
}

}  // namespace lanternfish::testing
