#pragma once

// The likeliest boards of a belief, as networks of board stacks read them (nets/board_stack.h).

#include <vector>

#include "belief/belief.h"
#include "engine/random.h"
#include "nets/board_stack.h"

namespace lanternfish {

// At most `limit` boards, the likeliest first; of equally likely ones any. `quiet_plies`: what the boards' halfmove
// clocks are taken to say, because a belief does not keep them.
std::vector<LikelyBoard> likely_boards(const Belief& belief, int quiet_plies, std::size_t limit, Random& random);

}  // namespace lanternfish
