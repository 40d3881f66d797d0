#pragma once

// Penumbra's input: 104 planes that sum up a set of boards which one player holds possible (Clark 2021, section 5.1 and
// tables 9 and 10). A plane says of each square whether a property holds on all boards ("definitely", AND) or on at
// least one ("possibly", OR). The set is a sample: what is definite there need not be certain.
//
// The paper names the planes and no more. What the names mean here:
// - "Attackable" squares are those that a piece attacks, own pieces' squares included. Queens count among the bishops
//   and among the rooks. Own pawns are the exception, because what own pawns attack is the same on all boards: planes
//   42 and 43 have the squares where an own pawn can capture, en passant included.
// - "Definitely" (36, 39): one and the same own piece (two of them) attacks the square on all boards; "definitely
//   somehow" (37, 40): on each board some piece (some two) does.
// - "Neighbours" of a king or queen along lines are the squares up to the nearest own piece, that piece left out.
// - Castling planes show the squares of the rooks.
// - The safe king of the opponent (65) stands where no own piece attacks it.
// - "Previous" planes (86-103) are planes 18-35 of another synopsis, of the player's state one own turn ago.
//
// Planes are oriented (nets/move_code.h); the ten constant ones are the same for both colours.

#include <array>
#include <span>

#include "nets/planes.h"
#include "rules/board.h"

namespace lanternfish {

constexpr int kSynopsisPlanes = 104;
// Changes when the meaning of any plane does: weights trained for other planes are refused.
constexpr const char* kSynopsisVersion = "synopsis-104/1";

// Indices of the planes.
namespace synopsis {
enum Index : std::uint8_t {
  kEast,
  kWest,
  kSouth,
  kNorth,
  kFirstRank,
  kLastRank,
  kAFile,
  kHFile,
  kDarkSquares,
  kLightSquares,
  kStageIsMove,  // 10: everywhere, if the player is about to move rather than to sense
  kNotOwn,
  kOwn,  // 12-17: P N B R Q K
  kDefinitelyNoOpponent = 18,
  kDefinitelyOpponent,  // 19-24: P N B R Q K
  kPossiblyNoOpponent = 25,
  kPossiblyOpponent,  // 26-31: P N B R Q K
  kLastFrom = 32,     // of the own last taken move
  kLastTo,
  kLastOwnCapture,
  kLastOpponentCapture,
  kDefinitelyAttacked,  // 36
  kDefinitelySomehowAttacked,
  kPossiblyAttacked,
  kDefinitelyDoublyAttacked,
  kDefinitelySomehowDoublyAttacked,
  kPossiblyDoublyAttacked,
  kDefinitelyByPawns,  // 42
  kPossiblyByPawns,
  kByKnights,
  kDefinitelyByBishops,
  kPossiblyByBishops,
  kDefinitelyByRooks,
  kPossiblyByRooks,
  kPossiblyWithoutKing,
  kPossiblyWithoutPawns,
  kDefinitelyByOpponent,  // 51
  kPossiblyByOpponent,
  kDefinitelyDoublyByOpponent,
  kPossiblyDoublyByOpponent,
  kDefinitelyByOpponentPawns,
  kPossiblyByOpponentPawns,
  kDefinitelyByOpponentKnights,
  kPossiblyByOpponentKnights,
  kDefinitelyByOpponentBishops,
  kPossiblyByOpponentBishops,
  kDefinitelyByOpponentRooks,
  kPossiblyByOpponentRooks,
  kPossiblyByOpponentWithoutKing,
  kPossiblyByOpponentWithoutPawns,
  kPossiblySafeOpponentKing,  // 65
  kOpponentMayMoveTo,         // if it were the opponent's turn
  kOpponentCastling,          // possibly
  kKnownSquares,              // the same content on all boards
  kKingsKingNeighbours,       // 69
  kKingsKnightNeighbours,
  kDefinitelyKnightsNearKing,
  kPossiblyKnightsNearKing,
  kKingsBishopNeighbours,
  kDefinitelyBishopsNearKing,
  kPossiblyBishopsNearKing,
  kKingsRookNeighbours,
  kDefinitelyRooksNearKing,
  kPossiblyRooksNearKing,
  kAllOwn,  // 79
  kDefinitelyEmpty,
  kCastlingRight,
  kCastlingPossible,  // the right exists, and on at least one board nothing stands between king and rook
  kCastlingCertain,   // ... on all boards
  kQueensRookNeighbours,
  kQueensBishopNeighbours,
  kPrevious,  // 86-103
};
}  // namespace synopsis

using Synopsis = std::array<Bitboard, kSynopsisPlanes>;

enum class Stage : std::uint8_t { kSense, kMove };

// What the player remembers of the last turn; squares as on the board, not oriented.
struct LastEvents {
  Move taken;                           // the own last taken move; null when there was none or the turn was lost
  Square own_capture = kNoSquare;       // where that move captured
  Square opponent_capture = kNoSquare;  // where the opponent captured since
};

// `boards` are possible boards of player `me`, at least one: all with the same own pieces and castling rights. `before`
// is the player's synopsis for the request of the own turn before, null on the first turn.
Synopsis make_synopsis(std::span<const Board> boards, Color me, Stage stage, const LastEvents& last,
                       const Synopsis* before);

}  // namespace lanternfish
