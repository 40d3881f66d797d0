#pragma once

// The features of a taken move. A move's score is a sum of rows of one table; this file says which rows.
//
// Every feature picks one row of a group (by piece type and square, by victim and attackers, ...), so a score is the
// sum of about ten rows. The fit uses for_each_row(); the belief uses faster forms of it, which a test compares with
// for_each_row(). Squares are seen from the mover's side of the board.

#include <algorithm>

#include "belief/opponent/move_model_board.h"

namespace lanternfish {

// Where each group of rows begins in the table. A change of the order needs a new fit.
namespace move_rows {

constexpr int kTypes = kPieceTypes;
constexpr int kAttacked = 4;  // values of MoverBoard::attacked
constexpr int kVictims = 7;   // piece types and none
constexpr int kSteps = 15 * 15;
constexpr int kOpeningPhases = 3;
constexpr int kExposures = 5;
constexpr int kBlockedCounts = 8;

constexpr int kFrom = 0;                                               // phase, type, square
constexpr int kTo = kFrom + kGamePhases * kTypes * 64;                 // phase, type, square
constexpr int kOpening = kTo + kGamePhases * kTypes * 64;              // opening phase, from, to
constexpr int kStep = kOpening + kOpeningPhases * 64 * 64;             // type, file and rank step
constexpr int kNearKing = kStep + kTypes * kSteps;                     // type, offset of the target from the king
constexpr int kExchange = kNearKing + kTypes * kSteps;                 // type, victim, target attacked, defended
constexpr int kLeave = kExchange + kTypes * kVictims * kAttacked * 2;  // type, from attacked, defended, target safe
constexpr int kThreat = kLeave + kTypes * kAttacked * 2 * 2;           // type, threatened pieces, target safe
constexpr int kExposure = kThreat + kTypes * 16 * 2;      // type, how safe the mover's king is after the move
constexpr int kAnswer = kExposure + kTypes * kExposures;  // type, recapture or not, target attacked
constexpr int kAgain = kAnswer + kTypes * 2 * kAttacked;  // type: the piece that made the last capture moves again
constexpr int kLongSlide = kAgain + kTypes;               // victim, requests that lead to the capture
constexpr int kRescue = kLongSlide + kVictims * 8;        // type: covers a hanging piece; takes its attacker
constexpr int kPassed = kRescue + kTypes * 2;             // rank of a passed pawn's target
constexpr int kPromotion = kPassed + 8;                   // type, capture or not
constexpr int kDoubleStep = kPromotion + kTypes * 2;
constexpr int kEnPassant = kDoubleStep + 1;
constexpr int kCastling = kEnPassant + 1;           // queenside, kingside
constexpr int kNull = kCastling + 2;                // phase
constexpr int kNullRequests = kNull + kGamePhases;  // number of requests that lead to the null move
constexpr int kNullChecked = kNullRequests + kBlockedCounts;
constexpr int kNullHanging = kNullChecked + 1;
constexpr int kNullAnswer = kNullHanging + 1;  // the observer has just captured a piece
constexpr int kCount = kNullAnswer + 1;

}  // namespace move_rows

namespace detail {

// Whether no enemy pawn stands ahead of `to`, on the same file or on a neighbouring one.
constexpr bool is_passed(Square to, Color side, Bitboard enemy_pawns) {
  Bitboard front = bit(to) | (file_of(to) > 0 ? bit(to) >> 1 : 0) | (file_of(to) < 7 ? bit(to) << 1 : 0);
  for (int i = 0; i < 3; ++i) {
    front |= side == kWhite ? front << (8 << i) : front >> (8 << i);
  }
  return (forward(front, side) & enemy_pawns) == 0;
}

// The steps in ranks and files, -7..7 each, as one index. Both squares are seen from the mover's side.
constexpr int offset_index(Square from, Square to) {
  return (rank_of(to) - rank_of(from) + 7) * 15 + file_of(to) - file_of(from) + 7;
}

// Whether exposure() is 0 for every move of the piece.
inline bool never_exposes(const MoverBoard& b, PieceType type, Square from) {
  return type != kKing && !b.in_check && !contains(b.pinned, from);
}

// How safe the mover's king is after the move. 0: as before, not in check; 1: the king moves to an attacked square; 2:
// a pinned piece leaves its line; 3: a check is not answered; 4: a check is answered.
inline int exposure(const MoverBoard& b, PieceType type, Move move) {
  if (type == kKing) {
    return contains(b.observer_attacks, move.to) ? 1 : b.in_check ? 4 : 0;
  }
  if (contains(b.pinned, move.from) && !contains(b.pin_lines, move.to)) {
    return 2;
  }
  return !b.in_check ? 0 : contains(b.evasions, move.to) ? 4 : 3;
}

}  // namespace detail

// Calls row(index) for the rows of a taken move that depend on phase, type and squares only: the observer's pieces are
// the same on all boards.
template <typename Row>
inline void for_each_place_row(const MoveSituation& at, int phase, Square observer_king, PieceType type, Move move,
                               Row&& row) {
  namespace rows = move_rows;
  const Square from = relative_square(move.from, at.mover);
  const Square to = relative_square(move.to, at.mover);
  row(rows::kFrom + (phase * rows::kTypes + type) * 64 + from);
  row(rows::kTo + (phase * rows::kTypes + type) * 64 + to);
  row(rows::kStep + type * rows::kSteps + detail::offset_index(from, to));
  if (phase < rows::kOpeningPhases) {
    row(rows::kOpening + (phase * 64 + from) * 64 + to);
  }
  if (observer_king != kNoSquare) {
    row(rows::kNearKing + type * rows::kSteps + detail::offset_index(relative_square(observer_king, at.mover), to));
  }
  if (type == kPawn) {
    if (detail::is_passed(move.to, at.mover, at.observer[kPawn])) {
      row(rows::kPassed + rank_of(to));
    }
    if (to == from + 16) {
      row(rows::kDoubleStep);
    }
  } else if (is_castling(type, move)) {
    row(rows::kCastling + (to > from ? 1 : 0));
  }
}

// Calls row(index) for the rows that depend on the moving piece, and on whether its target is safe from the observer.
// All moves of one piece share them, apart from `safe`.
template <typename Row>
inline void for_each_piece_row(const MoverBoard& b, PieceType type, Square from, bool safe, Row&& row) {
  namespace rows = move_rows;
  row(rows::kLeave +
      ((type * rows::kAttacked + b.attacked(from, type)) * 2 + (contains(b.defended_once, from) ? 1 : 0)) * 2 +
      (safe ? 1 : 0));
  if (from == b.situation.mover_captured) {
    row(rows::kAgain + type);
  }
  if (detail::never_exposes(b, type, from)) {
    row(rows::kExposure + type * rows::kExposures);
  }
}

// Calls row(index) for all other rows of a taken move that is not the null move.
template <typename Row>
inline void for_each_target_row(const MoverBoard& b, PieceType type, Move move, Square captured, Row&& row) {
  namespace rows = move_rows;
  const int attacked = b.attacked(move.to, type);
  const bool captures = captured != kNoSquare;
  const int victim = captures ? b.victim_at(captured) : kNoPieceType;

  const bool covers =
      type != kPawn || captures;  // the moving piece itself is counted among the attackers of its target
  const bool defended = contains(covers ? b.defended_twice : b.defended_once, move.to);
  row(rows::kExchange + ((type * rows::kVictims + victim) * rows::kAttacked + attacked) * 2 + (defended ? 1 : 0));
  const bool safe = attacked == 0;
  int threat = 0;
  for (std::size_t i = 0; i < b.threatens.size(); ++i) {
    threat |= static_cast<int>(b.threatens[i][type] >> move.to & 1) << i;
  }
  row(rows::kThreat + (type * 16 + threat) * 2 + (safe ? 1 : 0));
  if (!detail::never_exposes(b, type, move.from)) {
    row(rows::kExposure + type * rows::kExposures + detail::exposure(b, type, move));
  }
  if (move.to == b.situation.observer_to) {
    row(rows::kAnswer + (type * 2 + (b.situation.observer_captured ? 1 : 0)) * rows::kAttacked + attacked);
  }
  if (b.hanging != 0) {
    if (contains(b.covers_hanging[type], move.to)) {
      row(rows::kRescue + type * 2);
    }
    if (contains(b.hanging_attackers, move.to)) {
      row(rows::kRescue + type * 2 + 1);
    }
  }
  if (type == kPawn) {
    if (move.promotion != kNoPieceType) {
      row(rows::kPromotion + move.promotion * 2 + (captures ? 1 : 0));
    } else if (captures && captured != move.to) {
      row(rows::kEnPassant);
    }
  } else if (captures && type != kKnight && type != kKing) {
    row(rows::kLongSlide + victim * 8 + requests_for(b, type, move, captured));
  }
}

// For moves that capture nothing, one number below kQuietTargets decides the rows of kExchange and kThreat. Bit 0: the
// target is attacked; bit 1: by a lesser piece; bit 2: by a pawn; bit 3: defended; bits 4 to 7: the threatened pieces.
constexpr int kQuietTargets = 256;

// Calls row(index) for these two rows.
template <typename Row>
inline void for_each_quiet_row(PieceType type, int target, Row&& row) {
  namespace rows = move_rows;
  const int attacked = (target & 1) + (target >> 1 & 1) + (target >> 2 & 1);
  row(rows::kExchange + ((type * rows::kVictims + kNoPieceType) * rows::kAttacked + attacked) * 2 + (target >> 3 & 1));
  row(rows::kThreat + (type * 16 + (target >> 4)) * 2 + (attacked == 0 ? 1 : 0));
}

// Calls row(index) for each row of a taken move that is not the null move.
template <typename Row>
inline void for_each_row(const MoverBoard& b, PieceType type, Move move, Square captured, Row&& row) {
  for_each_place_row(b.situation, b.phase, b.observer_king, type, move, row);
  for_each_piece_row(b, type, move.from, b.attacked(move.to, type) == 0, row);
  for_each_target_row(b, type, move, captured, row);
}

// The same for the null move. `requests` is requests_for_null().
template <typename Row>
inline void for_each_null_row(const MoverBoard& b, int requests, Row&& row) {
  namespace rows = move_rows;
  row(rows::kNull + b.phase);
  row(rows::kNullRequests + std::min(requests - 1, rows::kBlockedCounts - 1));
  if (b.in_check) {
    row(rows::kNullChecked);
  }
  if (b.hanging != 0) {
    row(rows::kNullHanging);
  }
  if (b.situation.observer_captured) {
    row(rows::kNullAnswer);
  }
}

}  // namespace lanternfish
