#pragma once

// Opponent moves of recorded games as choices: all taken moves of a true board with their rows, and which was made.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "belief/opponent/move_model_features.h"
#include "game/recorded_game.h"
#include "support/result.h"

namespace lanternfish {

struct NamedGame {
  std::string file;
  std::array<std::string, 2> names;  // by Color; "?" where the record has none
  RecordedGame game;
};

// The GameHistory files named, and those of the folders named, in the order of their names. Records that our rules
// cannot replay are reported and left out.
Result<std::vector<NamedGame>> read_games(const std::vector<std::string>& names,
                                          const std::function<void(const std::string&)>& problem);

// One move of a player as its opponent has to guess it.
struct UnseenTurn {
  MoveSituation situation;
  const Board* truth;  // before the move
  const Moved* moved;
};
// Of each player in order, by Color.
std::array<std::vector<UnseenTurn>, 2> unseen_turns(const RecordedGame& game);

// Rows of the fit: those of the move model, and behind them coarser ones that several of them share. A coefficient of
// the model is its own plus that of its coarser row, so that rows seen seldom lean on those seen often.
constexpr int kCoarseSquares = kPieceTypes * 64;
constexpr int kFitRows = move_rows::kCount + 2 * kCoarseSquares + 64 * 64 + kPieceTypes * move_rows::kVictims;
// The coarser row of a row of the model, or -1.
int coarse_row(int row);

struct MoveDecision {
  std::uint32_t first_move = 0;  // in Decisions::row_ends and requests
  std::uint32_t moves = 0;       // the null move is the last
  std::uint32_t made = 0;        // which of them
};

// One player's moves in one game.
struct PlayerMoves {
  std::size_t game = 0;
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct Decisions {
  std::vector<std::uint16_t> rows;      // of all moves, one move after the other
  std::vector<std::uint32_t> row_ends;  // by move, with a leading 0: those of move i lie in [i], [i + 1]
  std::vector<float> requests;          // by move: how many requests come to it
  std::vector<MoveDecision> all;
  std::vector<PlayerMoves> players;
};
static_assert(kFitRows < 1 << 16);

Decisions decisions_of(const std::vector<NamedGame>& games);

}  // namespace lanternfish
