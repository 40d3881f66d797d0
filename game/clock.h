#pragma once

// Time controls, and the one clock each side has for sensing and moving, docs/reference/protocol.md section 5.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/result.h"

namespace lanternfish {

// What a host allows for one decision. Nothing set: the player decides how long it thinks. Times in ms, of the player's
// own clock at the moment of asking.
struct Clock {
  std::optional<std::int64_t> time;       // left on the clock; 0 or less: answer at once
  std::optional<std::int64_t> increment;  // credited after the turn
  std::optional<std::int64_t> move_time;  // for this decision
  std::optional<std::int64_t> nodes;      // positions scored in this decision
  std::optional<std::int64_t> depth;      // plies, in place of Config::depth
  std::optional<std::int64_t> turn;       // the own turn the host means, from 1; only checked
  bool infinite = false;                  // until stop
};

constexpr std::int64_t kLongestMs = std::int64_t{30} * 24 * 3600 * 1000;  // of a clock, or of a phase

// What bounds an engine's thinking. Nothing set: only the arena's patience does.
struct TimeControl {
  std::optional<std::chrono::milliseconds> base;  // for the whole game
  std::chrono::milliseconds increment{0};         // credited after each turn
  std::optional<std::int64_t> movetime;           // ms for each phase, 1 to kLongestMs
  std::optional<std::int64_t> nodes;              // positions scored in each phase

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// When the clock runs, and when a flag is seen to have fallen.
enum class Charging : std::uint8_t {
  kPhases,  // docs/reference/protocol.md section 5: notice to bestsense, sense result to bestmove; the flag falls at
            // the deadline
  kServer,  // notice to bestmove without a break; the flag falls at the deadline
  kLocal,   // reconchess's LocalGame: notice until the own move is absorbed; looked at after the turn, increment
            // included
};
// "phases", "server", "local".
Result<Charging> parse_charging(std::string_view text);
std::string_view format_charging(Charging charging);

// "60+0.6" (seconds, increment), "900" (no increment) or "none" (no clock).
Result<TimeControl> parse_time_control(std::string_view text);
std::string format_time_control(const TimeControl& control);

// Runs while it is its side's turn. The flag falls at the deadline, also in the middle of a phase; every moment comes
// from outside, so that tests need not wait.
class PlayerClock {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  explicit PlayerClock(const TimeControl& control);

  bool limited() const { return limited_; }
  bool running() const { return started_.has_value(); }
  void start(TimePoint now);
  // False when the flag had fallen by `now`.
  [[nodiscard]] bool stop(TimePoint now);
  void credit_increment() { left_ += increment_; }
  // For a game that goes on after an interruption.
  void set_left(std::chrono::milliseconds left, TimePoint now);
  // Takes time that passed while the clock stood. False when the flag falls by it.
  [[nodiscard]] bool charge(std::chrono::steady_clock::duration time) {
    left_ -= time;
    return !limited_ || left_.count() > 0;
  }

  // When the flag falls if the clock keeps running; the end of time without a limit.
  TimePoint deadline() const;
  std::chrono::milliseconds left(TimePoint now) const;

 private:
  using Duration = std::chrono::steady_clock::duration;

  bool limited_;
  Duration left_;
  Duration increment_;
  std::optional<TimePoint> started_;
};

}  // namespace lanternfish
