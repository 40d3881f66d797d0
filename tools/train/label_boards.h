#pragma once

// Training data of a scorer: boards that players of recorded games may have held possible when they moved, with what an
// evaluator would play there and what it is worth.

#include "eval/evaluator.h"
#include "game/recorded_game.h"
#include "support/thread_pool.h"
#include "tools/train/training_data.h"

namespace lanternfish {

// The planes of nets/board_planes.h.
DataShape scorer_shape();

struct BoardChoice {
  int turns = 60;                 // of each player, from the first
  std::size_t boards_a_turn = 3;  // at most
};

// Boards of both players' beliefs after their senses, drawn by their weights, without repetition in a turn. Both kings
// stand on each, and the player is to move. The same game gives the same boards each time.
std::vector<Board> boards_of_beliefs(const RecordedGame& game, const BoardChoice& choice, ThreadPool& threads);

// TrainingGame::hash of a board's block: of its FEN.
std::uint64_t board_hash(const Board& board);

// The board as a block of training data: one request, the evaluator's best move, and as its outcome the worth of this
// move: from -1 to 1, 400 centipawns being ten to one. `scores` are the evaluator's, best first. `source`, the block's
// name before its number, is the game's file, so that all boards of a game are held out or none.
TrainingGame labelled_board(const Board& board, const BoardScores& scores, std::string_view source, std::size_t number,
                            std::string_view labeller);

}  // namespace lanternfish
