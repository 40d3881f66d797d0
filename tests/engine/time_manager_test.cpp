#include "engine/time_manager.h"

#include <doctest/doctest.h>

using namespace lanternfish;
using std::chrono::milliseconds;

namespace {

constexpr int kOverhead = 30;
const Deadline kNow{};

Clock clock_with(std::int64_t time, std::int64_t increment = 0) {
  Clock limits;
  limits.time = time;
  limits.increment = increment;
  return limits;
}

Config with(int turn_limit, bool ponder) {
  Config config;
  config.move_overhead_ms = kOverhead;
  config.turn_limit = turn_limit;
  config.ponder = ponder;
  return config;
}

Budget budget(const Clock& limits, Phase phase, const Config& config = with(0, false), int turn = 1) {
  return budget_of(limits, phase, config, turn, TimeUse{}, kNow);
}

std::int64_t budget_ms(const Clock& limits, Phase phase, const Config& config = with(0, false), int turn = 1) {
  return std::chrono::duration_cast<milliseconds>(budget(limits, phase, config, turn).deadline - kNow).count();
}

}  // namespace

TEST_CASE("time: a clock spent to the last allowed millisecond is never lost") {
  struct Control {
    std::int64_t time, increment;
    int turns;
  };
  // Without an increment every clock ends at last; the games there are as long as such games are.
  for (const Control& control : {Control{900'000, 5'000, 300}, Control{180'000, 2'000, 300}, Control{60'000, 600, 300},
                                 Control{10'000, 100, 300}, Control{5'000, 100, 300}, Control{10'000, 0, 80},
                                 Control{60'000, 0, 120}, Control{900'000, 0, 150}}) {
    CAPTURE(control.time);
    CAPTURE(control.increment);
    constexpr int kSlip = 1;  // ms lost in each phase beyond its budget
    for (const bool ponders : {false, true}) {
      std::int64_t left = control.time;
      for (int turn = 0; turn < control.turns; ++turn) {
        left -= budget_ms(clock_with(left, control.increment), Phase::kSense, with(0, ponders)) + kSlip;
        REQUIRE(left > 0);
        left -= budget_ms(clock_with(left, control.increment), Phase::kMove, with(0, ponders)) + kSlip;
        REQUIRE(left > 0);
        left += control.increment;
      }
    }
  }
}

TEST_CASE("time: on a machine that answers late, what it is late goes from the time") {
  struct Control {
    std::int64_t time, increment, late;
  };
  for (const Control& control :
       {Control{10'000, 100, 45}, Control{60'000, 600, 250}, Control{2'000, 100, 45}, Control{180'000, 2'000, 900}}) {
    CAPTURE(control.time);
    // The lowest that the clock falls to when we know of the lateness, or do not.
    const auto lowest = [&](std::int64_t known) {
      std::int64_t left = control.time, least = left;
      for (int turn = 1; turn <= 300; ++turn) {
        for (const Phase phase : {Phase::kSense, Phase::kMove}) {
          const Budget budget = budget_of(clock_with(left, control.increment), phase, with(0, false), turn, TimeUse{},
                                          kNow, milliseconds(known));
          left -= std::chrono::duration_cast<milliseconds>(budget.deadline - kNow).count() + control.late;
          least = std::min(least, left);
        }
        left += control.increment;
      }
      return least;
    };
    CHECK(lowest(control.late) > 3 * control.late);
    CHECK(lowest(control.late) > lowest(0));
  }
  const auto late = milliseconds(50);
  CHECK(budget_of(clock_with(200, 100), Phase::kMove, with(0, false), 1, TimeUse{}, kNow, late).at_once);
  CHECK_FALSE(budget_of(clock_with(300, 100), Phase::kMove, with(0, false), 1, TimeUse{}, kNow, late).at_once);
  Clock fixed;
  fixed.move_time = 500;
  CHECK(budget_of(fixed, Phase::kMove, with(0, false), 1, TimeUse{}, kNow, late).deadline ==
        kNow + milliseconds(500 - kOverhead) - late);
}

TEST_CASE("time: the first look is shallow where it would reach few boards only") {
  // A search of all moves of a board to depth 4 takes 2.4 ms.
  CHECK(first_depth(4, milliseconds(150), 1, 2'000) == 4);
  CHECK(first_depth(4, milliseconds(60), 1, 2'000) == 1);
  CHECK(first_depth(4, milliseconds(60), 4, 2'000) == 4);
  CHECK(first_depth(4, milliseconds(60), 1, 20) == 4);
  CHECK(first_depth(4, milliseconds(60), 1, 30) == 1);
  CHECK(first_depth(8, milliseconds(150), 1, 2'000) == 1);
  CHECK(first_depth(1, milliseconds(0), 0, 2'000) == 1);
  // What lies beyond the depths that were measured takes longer still.
  CHECK(first_depth(64, milliseconds(10'000), 1, 48) == 1);
  CHECK(first_depth(16, milliseconds(10'000), 1, 1) == 1);
  CHECK(first_depth(10, milliseconds(10'000), 1, 1) == 10);
}

TEST_CASE("time: few boards are searched deeper, as far as a part of what is left of the phase lasts") {
  // A search of all moves of a board to depth 7 takes 46 ms, to depth 8 109 ms.
  CHECK(depth_on_few(4, milliseconds(240), 1, 1) == 7);
  CHECK(depth_on_few(4, milliseconds(4'000), 1, 1) == 8);
  CHECK(depth_on_few(4, milliseconds(240), 1, 8) == 5);
  CHECK(depth_on_few(4, milliseconds(240), 4, 4) == 7);
  CHECK(depth_on_few(4, milliseconds(20), 1, 1) == 5);
  // What was asked for is the least; many boards, none or no time change nothing.
  CHECK(depth_on_few(4, milliseconds(4'000), 1, 9) == 4);
  CHECK(depth_on_few(4, milliseconds(4'000), 1, 0) == 4);
  CHECK(depth_on_few(4, milliseconds(0), 1, 1) == 4);
  CHECK(depth_on_few(12, milliseconds(4'000), 0, 1) == 12);
}

TEST_CASE("time: with no time left the answer comes at once") {
  for (const std::int64_t time : {0, -5}) {
    const Budget none = budget(clock_with(time, 5'000), Phase::kMove);
    CHECK(none.at_once);
    CHECK(none.deadline == kNow);
  }
  CHECK(budget_ms(clock_with(2 * kOverhead), Phase::kSense) == 0);
}

TEST_CASE("time: the sense leaves the move its share, and a long clock is not spent in one turn") {
  const std::int64_t sense = budget_ms(clock_with(180'000, 2'000), Phase::kSense);
  const std::int64_t move = budget_ms(clock_with(180'000 - sense, 2'000), Phase::kMove);
  CHECK(sense > 1'000);
  CHECK(move > sense / 2);
  CHECK(sense + move < 180'000 / 8);
  CHECK(budget_ms(clock_with(36'000'000), Phase::kSense) <= 40'000);
}

TEST_CASE("time: the host's own time for a phase goes before our sharing out, but not beyond the flag") {
  Clock limits = clock_with(60'000);
  limits.move_time = 9'000;
  CHECK(budget_ms(limits, Phase::kSense) == 9'000 - kOverhead);
  limits.time = 1'000;
  CHECK(budget_ms(limits, Phase::kSense) == 1'000 - 2 * kOverhead);
  limits.time.reset();
  CHECK(budget_ms(limits, Phase::kMove) == 9'000 - kOverhead);
  limits.move_time = 1;
  CHECK(budget_ms(limits, Phase::kMove) == 1);
}

TEST_CASE("time: nodes and infinite set no deadline, no limit at all is ours to choose") {
  Clock limits;
  CHECK(budget_ms(limits, Phase::kMove) == 2'000);
  CHECK(budget(limits, Phase::kOpponent).deadline == Deadline::max());  // the host says when the opponent has moved
  limits.nodes = 0;
  CHECK(budget(limits, Phase::kMove).deadline == Deadline::max());
  CHECK(budget(limits, Phase::kMove).nodes == 1);
  limits.nodes.reset();
  limits.infinite = true;
  limits.time = 500;
  CHECK(budget(limits, Phase::kMove).deadline == Deadline::max());
}

TEST_CASE("time: few turns left and pondering let a turn cost more") {
  const std::int64_t usual = budget_ms(clock_with(60'000), Phase::kMove);
  CHECK(budget_ms(clock_with(60'000), Phase::kMove, with(30, false), 21) > usual);
  CHECK(budget_ms(clock_with(60'000), Phase::kMove, with(30, false), 30) < 60'000 / 4);
  CHECK(budget_ms(clock_with(60'000), Phase::kMove, with(300, false), 101) == usual);
  CHECK(budget_ms(clock_with(60'000), Phase::kMove, with(0, true)) > usual);
}

TEST_CASE("time: the belief may hold more boards with more time and more threads, and never too few to play") {
  const auto boards = [](std::int64_t time, std::int64_t increment, int threads = 1) {
    Clock limits;
    limits.time = time;
    limits.increment = increment;
    return boards_for_clock(limits, threads);
  };
  CHECK(boards(900'000, 0) > boards(10'000, 0));
  CHECK(boards(900'000, 0, 2) == 2 * boards(900'000, 0));
  CHECK(boards(100, 2'000) > boards(100, 50));
  CHECK(boards(0, 0) == boards(-1, -1));
  CHECK(boards(0, 0) >= 1'000);
  // A hundred milliseconds left, and fifty more each turn: what can be worked through in less.
  CHECK(boards(100, 50) <= 10'000);
  // Of boards that cost more than usual fewer, of cheap ones no more than usual.
  CHECK(boards_for_clock(clock_with(10'000), 1, 0.01) < boards(10'000, 0) / 5);
  CHECK(boards_for_clock(clock_with(10'000), 1, 0.0001) == boards(10'000, 0));
}
