#include "engine/time_manager.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanternfish {

namespace {

using std::chrono::milliseconds;

constexpr double kMaxOfClock = 0.12;            // of the time left, for one turn
constexpr double kLongestTurnMs = 40'000;       // StrangeFish2's upper bound
constexpr std::int64_t kUnlimitedMs = 2000;     // where the host sets no bound
constexpr std::int64_t kLastAnswers = 4;        // where the clock has no more late answers left than these, no thinking
constexpr double kBoardsPerMsAndThread = 1000;  // made, weighed and filtered by the belief, with a margin
constexpr double kBeliefShareOfClock = 0.01;
constexpr double kBeliefShareOfIncrement = 0.1;
constexpr std::size_t kMinBoards = 2'000;
// An event that is cut takes its whole allowance, and two of a turn are on the clock. Three times as long as the boards
// above are thought to take, and they are made faster than thought: only a busy machine or a hopeless set is cut.
constexpr double kEventShareOfClock = 0.03;
constexpr double kEventShareOfIncrement = 0.2;
constexpr std::int64_t kMinEventMs = 2;
// What a chess engine takes for all moves of a board, ms, by depth from 1 on; what is deeper takes longer.
constexpr std::array kMsPerBoard = {0.47, 0.87, 1.50, 2.36, 5.59, 14.6, 45.8, 109.0};
constexpr double kPriceOfPly = 2.4;  // beyond these depths; measured was less
// On fewer boards to depth 4 the requests chosen lose more than on five times as many to depth 1
// (docs/research/haste.md).
constexpr std::size_t kEnoughBoards = 32;
// On more boards than these the errors of a first look average out. Not tuned.
constexpr std::size_t kFewBoards = 8;
constexpr double kShareOfLookAtFew = 0.35;

// How many times each engine searches a board: one at a time.
double rounds_of(std::size_t boards, int workers) {
  return std::ceil(static_cast<double>(boards) / std::max(workers, 1));
}

double turns_to_go(const Config& config, int turn, const TimeUse& use) {
  const double usual = config.ponder ? use.turns_to_go_pondering : use.turns_to_go;
  return config.turn_limit > 0 ? std::min(usual, std::max(config.turn_limit - turn + 1.0, 1.0)) : usual;
}

// The share of the clock, as far as the clock bears it.
std::int64_t clock_share(const Clock& limits, Phase phase, const Config& config, int turn, const TimeUse& use,
                         std::int64_t late_ms) {
  const auto left =
      static_cast<double>(std::max<std::int64_t>(0, *limits.time - 2 * (config.move_overhead_ms + late_ms)));
  const auto increment = static_cast<double>(std::max<std::int64_t>(0, limits.increment.value_or(0)));
  const double wanted =
      std::max(left / turns_to_go(config, turn, use) + use.increment_share * increment, use.min_turn_ms);
  const double ms = std::min({wanted, left * kMaxOfClock, kLongestTurnMs});
  const auto share = static_cast<std::int64_t>(ms * (phase == Phase::kMove ? use.move_share : use.sense_share));
  return std::max<std::int64_t>(0, share - late_ms);
}

}  // namespace

Budget budget_of(const Clock& limits, Phase phase, const Config& config, int turn, const TimeUse& use, Deadline now,
                 milliseconds late) {
  const std::int64_t overhead_ms = config.move_overhead_ms + late.count();
  Budget budget{.effort = {.depth = static_cast<int>(limits.depth.value_or(config.depth))},
                .deeper = !limits.depth.has_value()};
  if (limits.nodes) {
    budget.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*limits.nodes, 1));
  }
  if (limits.time && *limits.time <= kLastAnswers * late.count()) {
    budget.at_once = true;
    budget.deadline = now;
    return budget;
  }
  const bool limited = limits.time || limits.move_time || limits.nodes;
  if (limits.infinite || (phase == Phase::kOpponent && !limited)) {
    return budget;  // until `stop`
  }
  if (limits.move_time) {
    budget.deadline = now + milliseconds(std::max<std::int64_t>(*limits.move_time - overhead_ms, 1));
  }
  if (limits.time) {
    const auto whole = now + milliseconds(std::max<std::int64_t>(*limits.time - 2 * overhead_ms, 0));
    const auto share = now + milliseconds(clock_share(limits, phase, config, turn, use, late.count()));
    // A fixed time of the host replaces our share of the clock, but never exceeds the clock.
    budget.deadline = std::min(limits.move_time ? budget.deadline : share, whole);
  } else if (!limited) {
    budget.deadline = now + milliseconds(kUnlimitedMs);
  }
  return budget;
}

int first_depth(int depth, milliseconds left, int workers, std::size_t boards) {
  const int known = std::min(depth, static_cast<int>(kMsPerBoard.size()));
  const double ms = kMsPerBoard[static_cast<std::size_t>(known) - 1] * std::pow(kPriceOfPly, depth - known);
  const double rounds = rounds_of(std::min(boards, kEnoughBoards), workers);
  return rounds * ms <= static_cast<double>(left.count()) ? depth : 1;
}

int depth_on_few(int depth, milliseconds left, int workers, std::size_t boards) {
  if (boards == 0 || boards > kFewBoards) {
    return depth;
  }
  const double rounds = rounds_of(boards, workers);
  const double time = kShareOfLookAtFew * static_cast<double>(left.count());
  while (static_cast<std::size_t>(depth) < kMsPerBoard.size() &&
         rounds * kMsPerBoard[static_cast<std::size_t>(depth)] <= time) {
    ++depth;
  }
  return depth;
}

std::chrono::milliseconds event_allowance(std::int64_t left_ms, std::int64_t increment_ms) {
  const double ms = kEventShareOfClock * static_cast<double>(std::max<std::int64_t>(0, left_ms)) +
                    kEventShareOfIncrement * static_cast<double>(std::max<std::int64_t>(0, increment_ms));
  return milliseconds(std::max(kMinEventMs, static_cast<std::int64_t>(ms)));
}

std::size_t boards_in(std::chrono::milliseconds time, int threads) {
  return std::max(kMinBoards,
                  static_cast<std::size_t>(static_cast<double>(time.count()) * kBoardsPerMsAndThread * threads));
}

std::size_t boards_for_clock(const Clock& limits, int threads, double ms_per_board) {
  const auto left = static_cast<double>(std::max<std::int64_t>(0, limits.time.value_or(0)));
  const auto increment = static_cast<double>(std::max<std::int64_t>(0, limits.increment.value_or(0)));
  const double ms = kBeliefShareOfClock * left + kBeliefShareOfIncrement * increment;
  const double boards_per_ms = 1 / std::max(ms_per_board, 1 / (kBoardsPerMsAndThread * threads));
  return std::max(kMinBoards, static_cast<std::size_t>(ms * boards_per_ms));
}

}  // namespace lanternfish
