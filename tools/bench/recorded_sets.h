#pragma once

// Sets of boards as they came up in recorded games.

#include <filesystem>
#include <optional>
#include <vector>

#include "belief/belief.h"
#include "support/result.h"

namespace lanternfish {

// One side's belief just before an event of the game.
struct RecordedSet {
  BoardSet before_opponent;  // my move is done, the opponent's is unseen
  OwnSide own;
  OpponentMoved notice;
  Sensed sensed;  // after it
};

struct SizedSet {
  std::size_t wanted = 0;  // boards before the opponent's move
  std::optional<RecordedSet> found;
};

// For each size the set nearest to it in ratio, at most a factor of two away, over all players of all games in
// `folder`. Stops early when every size has a set that is near. Sizes beyond two million come from the largest set
// below: the opponent makes more moves without a capture, the player passes and senses nothing.
Result<std::vector<SizedSet>> find_recorded_sets(const std::filesystem::path& folder,
                                                 const std::vector<std::size_t>& sizes, ThreadPool& threads);

}  // namespace lanternfish
