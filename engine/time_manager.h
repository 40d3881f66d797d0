#pragma once

// How long to think, so that the clock is never lost.

#include "engine/agent.h"

namespace lanternfish {

struct PhaseBudget {
  Deadline deadline = Deadline::max();  // max(): no limit of time
  std::uint64_t nodes = ~std::uint64_t{0};
  bool at_once = false;  // the clock has run out: answer without thinking
};

// What is known of the rest of the game.
struct GamePlan {
  int turns_left = 0;    // before the host calls a draw, this one included; 0: not known
  bool ponders = false;  // the opponent's time is ours to think in, too
};

// The budget of one thinking command that arrived at `now`. One clock covers both phases of a turn, so the sense leaves
// the move its share.
PhaseBudget phase_budget(const TurnLimits& limits, Phase phase, int move_overhead_ms, Deadline now, GamePlan plan = {});

// How many boards the belief may hold so that working on them cannot cost the clock `time_ms`.
std::size_t boards_for_clock(std::int64_t time_ms, int threads);

}  // namespace lanternfish
