#pragma once

// The one scale of a search that looks ahead: from -1, my king is captured, to 1, I capture the opponent's. What is not
// decided by a king stays within +-kUndecided, so that no material is worth a king.

#include "uci/score.h"

namespace lanternfish::lookahead {

inline constexpr float kUndecided = 0.6F;
// Where the scale bends, centipawns. In the middle 1 on the scale is kBend / kUndecided = 2500 centipawns: a king is
// worth that much to a side which stands equal. The averages count 1500 (docs/reference/scores.md, "By chances to
// win"). With that scale here, a side that is ahead takes one more piece rather than strike at a king that falls one
// time in four.
inline constexpr float kBend = 1500;
inline constexpr double kCentipawns = static_cast<double>(kBend) / static_cast<double>(kUndecided);

// A king left to be captured after the last request that is looked at: the opponent must still find it.
inline constexpr float kKingLeft = 0.8F;

// In the eyes of the side that moves; `shift` centipawns are added where kings and mates do not decide.
float value_of(Score score, int shift = 0);

// The score as centipawns, for differences; mates and kings count as more than any material.
int plain_centipawns(Score score);

}  // namespace lanternfish::lookahead
