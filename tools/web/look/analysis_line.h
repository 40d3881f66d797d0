#pragma once

// What a person puts up on the analysis board: a position and turns by hand, or all that one player was told.

#include <optional>
#include <string>

#include "game/recorded_game.h"
#include "support/json_line.h"

namespace lanternfish {

struct AnalysisLine {
  // As it would have been recorded. Behind the last turn that is whole comes one more, with nothing sensed and no
  // request, as long as the game goes on. Of a private history only the own turns are known, and of the true boards
  // only the own pieces.
  RecordedGame game;
  std::optional<Color> only;  // whose private history it is
};

// {"start": FEN, empty: the usual one, "plies": [[SQUARE or "none", REQUEST], ...]}, the last one with or without a
// request; or {"position": the protocol's command of this name with its history}.
Result<AnalysisLine> read_analysis_line(const Json& json);

}  // namespace lanternfish
