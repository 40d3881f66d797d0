#pragma once

// Reconnaissance Blind Chess, as the official arbiter (reconchess 1.6.9) plays it.
//
// Requests
// - A player may request any pseudo-legal move on the board with all opponent pieces removed, any pawn diagonal onto a
//   square without an own piece, or a pass. Own pieces block: a request through one is invalid, not a lost turn.
// - Castling may be requested when the right exists and no own piece stands between king and rook.
// - A bare promotion request means a queen.
//
// What happens to a request
// - A request that is pseudo-legal on the true board is taken as requested. Check never matters, also not for castling.
// - A slider that meets an opponent's piece on its way stops there and captures it.
// - A double pawn push whose second square is blocked becomes a single push, without en-passant right.
// - A pawn push blocked at its first square, a pawn diagonal onto nothing, castling through any piece: a lost turn.
// - A pass and a lost turn count for the halfmove clock, and end the en-passant right.
// - En passant captures on the captured pawn's square, and may expose the own king.
// - A rook captured at home takes its castling right with it.
//
// How it ends
// - The king is captured: its owner has lost. There is no check, mate, stalemate, repetition or dead position.
// - Halfmove clock at the limit (100 plies): a draw, unless that ply captured the king.
// - A limit of full turns, where the host sets one: a draw. These functions know nothing of turns; game/referee.h has
//   this limit.
//
// Who learns what
// - A player learns the capture square of the opponent's move, or that there was none; the true 3x3 window around the
//   sensed square; the taken move that came of the own request, and its capture square. A player learns nothing else.

#include <optional>

#include "rules/movegen.h"
#include "rules/observation.h"

namespace lanternfish {

struct Outcome {
  Move taken;  // null when the turn is lost
  Square captured = kNoSquare;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// The request as the arbiter reads it: a pawn move onto the last rank that names no piece promotes to a queen. Any
// other request, valid or not, comes back unchanged.
Move normalized_request(const Board& board, Move request);

// Whether `side` may request `request` (already normalised).
bool may_request(const Board& board, Color side, Move request);

// What becomes of a request of the side to move on the true board. The request must be one that may be made.
Outcome resolve(const Board& board, Move request);

// Makes a taken move, or the null move, of the side to move.
void apply(Board& board, Move taken);

// What a sense at `center` shows. kNoSquare gives an empty window.
Window sense(const Board& board, Square center);

// How the game stands after a move was made: won by king capture, drawn by the move limit, or neither (kNone).
// `move_limit`: plies of the halfmove clock; 0 means no limit.
struct GameEnd {
  WinReason reason = WinReason::kNone;
  std::optional<Color> winner;
};
GameEnd game_end(const Board& board, int move_limit);

// The number of sequences of `depth` requests from `board`, both sides in turn; a captured king ends a sequence. A
// count to compare move generators by.
std::uint64_t perft(const Board& board, int depth);

}  // namespace lanternfish
