#pragma once

// Training data of recorded games.

#include "game/recorded_game.h"
#include "tools/train/training_data.h"

namespace lanternfish {

// JKU-CODA's planes: nets/history_planes.h.
DataShape history_shape();

// The game's name, hash and players, and whether it is held out.
TrainingGame game_without_decisions(const RecordedGame& game, std::string_view file, std::string_view content);

// Every sense and every request of both players, passes included. A turn without a sense has the request alone, and the
// game's last turn may have the sense alone. `file` is the name without folder, `content` what the file holds.
Result<TrainingGame> history_examples(const RecordedGame& game, std::string_view file, std::string_view content);

}  // namespace lanternfish
