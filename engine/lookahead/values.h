#pragma once

// The one scale of a search that looks ahead: from -1, my king is captured, to 1, I capture the opponent's. What is not
// decided by a king stays within +-kUndecided, so that no material is worth a king.

#include "uci/score.h"

namespace lanternfish::lookahead {

inline constexpr float kUndecided = 0.8F;
// Where the scale bends, centipawns: as the averages do by chances to win (docs/eval.md). In the middle 1 on the scale is
// kBend / kUndecided = 1500 centipawns: a king is worth that much to a side which stands equal, there as here.
inline constexpr float kBend = 1200;
inline constexpr double kCentipawns = static_cast<double>(kBend) / static_cast<double>(kUndecided);

// A king left to be captured after the last request that is looked at: in 9 of 168 cases nobody found it (docs/eval.md).
inline constexpr float kKingLeft = 0.95F;

// In the eyes of the side that moves; `shift` centipawns are added where kings and mates do not decide.
float value_of(Score score, int shift = 0);

// The score as centipawns, for differences; mates and kings count as more than any material.
int plain_centipawns(Score score);

}  // namespace lanternfish::lookahead
