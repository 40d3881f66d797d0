#pragma once

// How much work taking in an event may be: what the clock last told allows, less what passed since on our own clock;
// EventTime where the host tells no clock.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>

#include "belief/event_limits.h"
#include "engine/config.h"
#include "game/clock.h"
#include "game/game_log.h"
#include "game/phase.h"
#include "support/deadline.h"

namespace lanternfish {

class EventClock {
 public:
  // A sense or go came at `now`. What the host's clock has lost beside what we saw ourselves, ms; 0 where it lost less.
  std::int64_t told(const Clock& limits, Deadline now);
  // It was answered at `now`; the increment comes with the request.
  void answered(Phase phase, Deadline now);
  // An event was taken in, which took this long.
  void took(const Observation& event, std::chrono::milliseconds time);

  // Whether what is done must depend on the input alone: docs/reference/protocol.md section 5. Then boards are counted
  // and no clock is looked at.
  bool must_reproduce(const Config& config) const;
  // How long an event may take; none: as long as it takes.
  std::optional<std::chrono::milliseconds> allowance(const Config& config) const;
  // Of one event that is taken in now.
  EventLimits limits(const Config& config) const;
  // The largest live set where no clock is told; the same for any number of threads.
  static std::size_t boards_without_clock(const Config& config);

 private:
  std::optional<std::int64_t> left_ms_;  // estimated; none: the host tells no clock
  std::int64_t increment_ms_ = 0;
  Deadline since_;  // when the command came that is being answered
};

// The limits of a whole history that is replayed: together it may take a few events' work, and each notice gets a fair
// share of what is left. Earlier turns leave later ones what they do not need.
class RestorePlan {
 public:
  RestorePlan(const EventClock& clock, const Config& config, std::span<const CheckedEvent> history,
              std::stop_token stop);

  EventLimits next(const Observation& event);
  void made(std::uint64_t boards);

 private:
  std::uint64_t boards_;   // that may still be made
  std::uint64_t notices_;  // still to come
  Interruption until_;
};

}  // namespace lanternfish
