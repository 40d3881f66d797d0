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
// - Pseudo-legal on the true board: taken as requested. Check does not matter, for castling neither.
// - A slider meets an enemy on its way: it stops there and captures.
// - A double pawn push whose second square is blocked: a single push, without en-passant right.
// - A pawn push blocked at its first square, a pawn diagonal onto nothing, castling through any piece: the turn is
// lost.
//   So is a pass: halfmove clock + 1, en-passant right gone.
// - En passant captures on the captured pawn's square, and may expose the own king.
// - A rook captured at home takes its castling right with it.
//
// How it ends
// - The king is captured: its owner has lost. There is no check, mate, stalemate, repetition or dead position.
// - Halfmove clock at the limit (100 plies): a draw, unless that ply captured the king.
// - A limit of full turns, where the host sets one: a draw.
//
// Who learns what
// - The capture square of the opponent's move, or none; the true 3x3 window around a square of one's choice; the own
//   taken move and its capture square. Nothing else.

#include <optional>

#include "rules/movegen.h"
#include "rules/observation.h"

namespace lanternfish {

struct Outcome {
  Move taken;  // null when the turn is lost
  Square captured = kNoSquare;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// The request as the arbiter reads it: a pawn move onto the last rank without a piece becomes a queen's. Anything else,
// valid or not, comes back unchanged.
Move normalized_request(const Board& board, Move request);

// Whether `side` may request `request` (already normalised).
bool may_request(const Board& board, Color side, Move request);

// What becomes of a valid request of the side to move on the true board.
Outcome resolve(const Board& board, Move request);

// Makes a taken move, or the null move, of the side to move.
void apply(Board& board, Move taken);

// What a sense at `center` shows. kNoSquare gives an empty window.
Window sense(const Board& board, Square center);

// The winner by king capture or a draw by the move limit, after a move was made. `move_limit` 0 means none.
struct GameEnd {
  WinReason reason = WinReason::kNone;
  std::optional<Color> winner;
};
GameEnd game_end(const Board& board, int move_limit);

// Sequences of `depth` requests from `board`, both sides, the game ending with a captured king: the diagnostic count.
std::uint64_t perft(const Board& board, int depth);

}  // namespace lanternfish
