#pragma once

// What players without a belief request: a move for the single board on which they paste what they see.

#include "engine/strategy_player.h"
#include "game/one_board.h"

namespace lanternfish {

// One of `allowed`: a capture of the king where the board shows one, else the chess engine's best move, else the pass
// where it is allowed. Works on boards that cannot be, too.
Move best_move(const OneBoard& one, Situation& situation, std::span<const Move> allowed);

}  // namespace lanternfish
