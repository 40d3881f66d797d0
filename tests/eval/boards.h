#pragma once

// Boards as RBC produces them.

#include <random>
#include <vector>

#include "rules/rbc.h"

namespace lanternfish::testing {

// Positions met in games of random requests, kings still standing; the same for the same seed.
inline std::vector<Board> random_play_boards(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Board> boards;
  Board board = Board::start();
  while (boards.size() < count) {
    const std::vector<Move> list = requests(board, board.turn());
    apply(board, resolve(board, list[random() % list.size()]).taken);
    if (game_end(board, 300).reason != WinReason::kNone) {
      board = Board::start();
    } else {
      boards.push_back(board);
    }
  }
  return boards;
}

}  // namespace lanternfish::testing
