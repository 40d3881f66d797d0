#pragma once

// How long to think, so that no game is lost on time.

#include "engine/budget.h"
#include "engine/config.h"
#include "game/clock.h"
#include "game/phase.h"
#include "support/deadline.h"

namespace lanternfish {

// How a player shares out its clock. The defaults are those of our own player; not tuned by games.
struct TimeUse {
  double turns_to_go = 18;            // the clock is spread over this many turns, of which many take less
  double turns_to_go_pondering = 15;  // much of the next turn's work is done in the opponent's time
  double increment_share = 0.8;       // of an increment, spent in its own turn
  double min_turn_ms = 0;             // as far as the clock bears it
  double sense_share = 0.55;          // of a turn's time; the move finds most of its boards scored already
  double move_share = 0.45;           // of a turn's time, shared out anew from the clock as it is after the sense
};

// The budget of a thinking command in the `turn`-th own turn that came at `now`. One clock covers both phases of a
// turn, so the sense leaves the move its share. The clock is spread over no more turns than Config::turn_limit leaves.
// `late`: how long after its deadline an answer is thought to come (engine/lateness.h).
Budget budget_of(const Clock& limits, Phase phase, const Config& config, int turn, const TimeUse& use, Deadline now,
                 std::chrono::milliseconds late = {});

// To which depth to take the first look at these boards, if it may last `left`: to `depth`, or to 1 where this would
// reach so few of them that chance would choose (docs/research/haste.md). `workers`: chess engines.
int first_depth(int depth, std::chrono::milliseconds left, int workers, std::size_t boards);

// To which depth to search all moves of these boards, after a first look at them to `depth`, where the phase lasts
// `left` longer: where they are few as deep as takes a small part of it, on most boards; else `depth`. `workers`: chess
// engines. By what a search of all moves takes (docs/research/depth.md). What becomes no
// contender is not searched deeper, and on few boards the errors of a shallow look do not average out.
int depth_on_few(int depth, std::chrono::milliseconds left, int workers, std::size_t boards);

// How long taking in an event may take, from what is left on the clock.
std::chrono::milliseconds event_allowance(std::int64_t left_ms, std::int64_t increment_ms);

// How many boards the belief makes in this time on any machine that we play on.
std::size_t boards_in(std::chrono::milliseconds time, int threads);

// How many boards the belief may hold so that work on them costs little of the clock in each turn; when the clock has
// nearly run out, less than the increment gives back. Fewer where one costs more than usual.
std::size_t boards_for_clock(const Clock& limits, int threads, double ms_per_board = 0);

}  // namespace lanternfish
