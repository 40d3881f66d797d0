#include "game/game_clocks.h"

namespace lanternfish {

void GameClocks::run(Color side) {
  if (!clocks_[side].running()) {
    clocks_[side].start(now());
  }
}

bool GameClocks::stop(Color side) { return clocks_[side].stop(now()) || charging_ == Charging::kLocal; }

void GameClocks::credit_after_move(Color side) {
  if (charging_ != Charging::kLocal) {
    clocks_[side].credit_increment();
  }
}

bool GameClocks::end_turn(Color side) {
  if (charging_ != Charging::kLocal) {
    const auto late = now() - free_until_;
    return late.count() <= 0 || clocks_[side].charge(late);
  }
  static_cast<void>(clocks_[side].stop(now()));
  clocks_[side].credit_increment();
  return !clocks_[side].limited() || left(side).count() > 0;
}

DecisionLimits GameClocks::limits(Color side, int turn) const {
  const TimeControl& time = time_[side];
  DecisionLimits limits;
  limits.clock.turn = turn;
  if (time.base) {
    limits.clock.time = left(side).count();
    limits.clock.increment = time.increment.count();
  }
  limits.clock.move_time = time.movetime;
  limits.clock.nodes = time.nodes;
  limits.deadline = deadline(side);
  return limits;
}

PlayerClock::TimePoint GameClocks::deadline(Color side) const {
  if (clocks_[side].limited()) {
    return clocks_[side].deadline() + (charging_ == Charging::kLocal ? silence_ : std::chrono::milliseconds::zero());
  }
  return now() + std::chrono::milliseconds(time_[side].movetime.value_or(0)) + silence_;
}

}  // namespace lanternfish
