#pragma once

// What may be sent to a chess engine. RBC produces positions every day that crash Stockfish or make it answer nonsense:
// a king that can be captured, rights and en-passant squares that cannot be, counts of pieces beyond a chess set.

#include <optional>
#include <string>
#include <vector>

#include "rules/board.h"

namespace lanternfish {

struct EngineQuestion {
  std::string fen;           // legal in chess; halfmove clock 0, for near a hundred every score would be a draw's
  std::vector<Move> legal;   // what the engine may answer, never empty
  std::vector<Move> only{};  // the ones to search; empty: all
};

// None when no chess engine may see the board, or when chess has no legal move there.
std::optional<EngineQuestion> engine_question(const Board& board);

// The side to move is checkmated, as chess has it.
bool is_checkmate(const Board& board);

}  // namespace lanternfish
