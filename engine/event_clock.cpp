#include "engine/event_clock.h"

#include <algorithm>
#include <limits>

#include "engine/time_manager.h"

namespace lanternfish {

namespace {

using std::chrono::milliseconds;

constexpr std::uint64_t kRestoreEvents = 3;  // restoring may make as many boards as so many events
constexpr std::uint64_t kFairShares = 2;     // of what is left, for one notice: few turns need all that they may have
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

}  // namespace

std::int64_t EventClock::told(const Clock& limits, Deadline now) {
  const std::int64_t unseen = left_ms_ && limits.time ? std::max<std::int64_t>(0, *left_ms_ - *limits.time) : 0;
  left_ms_ = limits.time;
  increment_ms_ = limits.increment.value_or(0);
  since_ = now;
  return unseen;
}

void EventClock::answered(Phase phase, Deadline now) {
  if (left_ms_) {
    *left_ms_ -= std::chrono::duration_cast<milliseconds>(now - since_).count();
    *left_ms_ += phase == Phase::kMove ? increment_ms_ : 0;
  }
}

void EventClock::took(const Observation& event, milliseconds time) {
  if (left_ms_ && !std::holds_alternative<Moved>(event)) {
    *left_ms_ -= time.count();
  }
}

bool EventClock::must_reproduce(const Config& config) const {
  return !left_ms_ && config.threads == 1 && config.seed != 0;
}

std::optional<milliseconds> EventClock::allowance(const Config& config) const {
  if (left_ms_) {
    return event_allowance(*left_ms_, increment_ms_);
  }
  return config.event_time_ms > 0 ? std::optional(milliseconds(config.event_time_ms)) : std::nullopt;
}

EventLimits EventClock::limits(const Config& config) const {
  EventLimits limits;
  if (const auto time = allowance(config)) {
    limits.boards = left_ms_ ? boards_in(*time, config.threads) : boards_without_clock(config);
    if (!must_reproduce(config)) {
      limits.until.deadline = SteadyClock::now() + *time;
    }
  }
  return limits;
}

std::size_t EventClock::boards_without_clock(const Config& config) {
  return config.event_time_ms > 0 ? boards_in(milliseconds(config.event_time_ms), 1)
                                  : std::numeric_limits<std::size_t>::max();
}

RestorePlan::RestorePlan(const EventClock& clock, const Config& config, std::span<const CheckedEvent> history,
                         std::stop_token stop)
    : boards_(kNoLimit),
      notices_(static_cast<std::uint64_t>(std::count_if(history.begin(), history.end(), [](const CheckedEvent& next) {
        return std::holds_alternative<OpponentMoved>(next.event);
      }))) {
  const EventLimits of_event = clock.limits(config);
  until_ = of_event.until;
  until_.stop = std::move(stop);
  if (of_event.boards != kNoLimit) {
    boards_ = kRestoreEvents * of_event.boards;
  }
}

EventLimits RestorePlan::next(const Observation& event) {
  EventLimits limits{.until = until_, .only_when_empty = boards_ != kNoLimit};
  if (boards_ != kNoLimit) {
    limits.boards = boards_ / std::max<std::uint64_t>(1, notices_) * kFairShares;
    limits.boards = std::min(limits.boards, boards_);
  }
  notices_ -= std::holds_alternative<OpponentMoved>(event) ? 1 : 0;
  return limits;
}

void RestorePlan::made(std::uint64_t boards) {
  if (boards_ != kNoLimit) {
    boards_ -= std::min(boards, boards_);
  }
}

}  // namespace lanternfish
