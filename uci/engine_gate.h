#pragma once

// Which boards may be sent to a chess engine: the only gate in the program. RBC brings about positions that crash
// Stockfish or make it answer nonsense: a king that can be captured, castling rights and en-passant squares that chess
// does not allow, more pieces than a chess set has.

#include <optional>
#include <string>
#include <vector>

#include "rules/board.h"

namespace lanternfish {

struct EngineQuestion {
  std::string fen;           // legal in chess; the halfmove clock is 0, because near 100 every score would be a draw's
  std::vector<Move> legal;   // the moves that the engine may answer, never empty
  std::vector<Move> only{};  // the legal moves to search; empty: all
};

// The question about a board: the engine's score of each legal move of the side to move. None when no chess engine may
// see the board, or when chess has no legal move there.
std::optional<EngineQuestion> engine_question(const Board& board);

// Whether the side to move is checkmated by the rules of chess.
bool is_checkmate(const Board& board);

}  // namespace lanternfish
