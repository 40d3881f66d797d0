#pragma once

// Both clocks of a game, charged in one of the three ways.

#include <array>

#include "game/clock.h"
#include "game/player.h"
#include "rules/types.h"

namespace lanternfish {

class GameClocks {
 public:
  // By Color. `silence`: how long an answer is waited for where no clock ends the waiting.
  GameClocks(const std::array<TimeControl, 2>& time, Charging charging, std::chrono::milliseconds silence)
      : time_(time),
        charging_(charging),
        silence_(silence),
        clocks_{PlayerClock(time[kWhite]), PlayerClock(time[kBlack])} {}

  bool limited(Color side) const { return clocks_[side].limited(); }
  std::chrono::milliseconds left(Color side) const { return clocks_[side].left(now()); }
  void set_left(Color side, std::chrono::milliseconds left) { clocks_[side].set_left(left, now()); }
  // Whether silence up to the deadline means that the flag fell.
  bool flag_at_deadline(Color side) const {
    return clocks_[side].limited() && clocks_[side].running() && charging_ != Charging::kLocal;
  }

  // The clock runs from here on, if it did not.
  void run(Color side);
  // False where the flag had fallen. LocalGame looks at it after the turn only.
  [[nodiscard]] bool stop(Color side);
  // Between the phases of a turn only one way of charging stops the clock.
  [[nodiscard]] bool pause(Color side) { return charging_ != Charging::kPhases || stop(side); }
  // The side has answered with its move, and gets its increment; LocalGame's clock goes on.
  [[nodiscard]] bool stop_after_move(Color side) { return charging_ == Charging::kLocal || stop(side); }
  void credit_after_move(Color side);
  // From here on the side absorbs its move: off the clock as long as `free`, except in LocalGame's way.
  void begin_absorbing(std::chrono::milliseconds free) { free_until_ = now() + free; }
  // The side has absorbed its move. LocalGame credits the increment first and then looks at the flag.
  [[nodiscard]] bool end_turn(Color side);

  // What bounds the decision that the side is asked for now, in its `turn`-th turn.
  DecisionLimits limits(Color side, int turn) const;
  PlayerClock::TimePoint deadline(Color side) const;

 private:
  static PlayerClock::TimePoint now() { return std::chrono::steady_clock::now(); }

  std::array<TimeControl, 2> time_;  // by Color
  Charging charging_;
  std::chrono::milliseconds silence_;
  std::array<PlayerClock, 2> clocks_;
  PlayerClock::TimePoint free_until_;
};

}  // namespace lanternfish
