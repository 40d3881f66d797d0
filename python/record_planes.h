#pragma once

// A recorded game as numbers to learn from: for each sense and each request what its player was told until then, as the
// planes of nets/history_planes.h, and what the player chose, as the codes of nets/move_code.h.

#include <cstdint>
#include <vector>

#include "game/recorded_game.h"

namespace lanternfish {

// Entry i of each array is about decision i, in the order of the game.
struct RecordPlanes {
  std::vector<std::uint8_t> players;  // 1 White, 0 Black
  std::vector<std::uint8_t> senses;   // 1: a sense, 0: a request
  std::vector<std::int32_t> actions;  // the code; -1 where nothing was sensed
  std::vector<float> outcomes;        // for the player: 1 won, -1 lost, 0 neither
  std::vector<std::int64_t> offsets;  // one more entry than decisions: the bits of i are offsets[i] to offsets[i + 1]
  std::vector<std::uint32_t> bits;    // 64 * plane + square of every 1, ascending; kHistoryPlanes planes
};

RecordPlanes record_planes(const RecordedGame& game);

}  // namespace lanternfish
