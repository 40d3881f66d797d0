#pragma once

// A recorded game played again by our own referee: whoever recorded it and we agree on every window, taken move,
// capture square, position and on the end, or the first difference is named.

#include "game/game_record.h"
#include "support/result.h"

namespace lanternfish {

struct RecordShape {
  Color first = kWhite;       // who moves first
  std::size_t plies = 0;      // complete turns of both players
  std::optional<Color> half;  // whose turn ended after its sense
};

// Whose turns come in what order; an error when the players' turns cannot alternate.
Result<RecordShape> record_shape(const GameRecord& record);

Status audit_record(const GameRecord& record);

}  // namespace lanternfish
