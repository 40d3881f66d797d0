#pragma once

// A recorded game as pages and reports walk through it.

#include "game/recorded_game.h"
#include "support/json_line.h"

namespace lanternfish {

// Turns of both players in the order in which they were played, or of the only one of whom any are known: [{"side",
// "turn" from 1, "before": FEN, "captured", "sense", "window", and where there was a request "after": FEN, "requested",
// "taken", "capture", "takes_king"}].
Json plies_json(const RecordedGame& game);

}  // namespace lanternfish
