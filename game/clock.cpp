#include "game/clock.h"

#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "support/number.h"

namespace lanternfish {

namespace {

std::optional<std::chrono::milliseconds> parse_seconds(std::string_view text) {
  const auto seconds = to_number<double>(text, 0, kLongestMs / 1000.0, std::chars_format::fixed);
  return seconds ? std::optional(std::chrono::milliseconds(std::llround(*seconds * 1000))) : std::nullopt;
}

constexpr std::string_view kMillions = "e+06";

// The same where earlier versions wrote a million seconds or more: 1.2096e+06.
std::optional<std::chrono::milliseconds> parse_written_seconds(std::string_view text) {
  if (!text.ends_with(kMillions)) {
    return parse_seconds(text);
  }
  const auto millions =
      to_number<double>(text.substr(0, text.size() - kMillions.size()), 1, 10, std::chars_format::fixed);
  return millions ? parse_seconds(fmt::format("{:.0f}", *millions * 1e6)) : std::nullopt;
}

// All of it, and without an exponent, whose plus would be taken for the one before the increment.
std::string format_seconds(std::chrono::milliseconds time) {
  std::string text = fmt::format("{}.{:03}", time.count() / 1000, time.count() % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

}  // namespace

Result<TimeControl> parse_time_control(std::string_view text) {
  TimeControl control;
  if (text == "none") {
    return control;
  }
  const std::size_t exponent = text.find(kMillions);
  const std::size_t plus = text.find('+', exponent < text.find('+') ? exponent + kMillions.size() : 0);
  control.base = parse_written_seconds(text.substr(0, plus));
  const auto increment =
      plus == std::string_view::npos ? std::chrono::milliseconds(0) : parse_written_seconds(text.substr(plus + 1));
  if (!control.base || !increment || control.base->count() == 0) {
    return Error{
        fmt::format("'{}' is not a time control; it is written SECONDS+INCREMENT, as in 60+0.6, or none", text)};
  }
  control.increment = *increment;
  return control;
}

Result<Charging> parse_charging(std::string_view text) {
  for (const Charging charging : {Charging::kPhases, Charging::kServer, Charging::kLocal}) {
    if (text == format_charging(charging)) {
      return charging;
    }
  }
  return Error{fmt::format("'{}' is no way of charging; there are phases, server and local", text)};
}

std::string_view format_charging(Charging charging) {
  switch (charging) {
    case Charging::kPhases: return "phases";
    case Charging::kServer: return "server";
    case Charging::kLocal: return "local";
  }
  return "?";
}

std::string format_time_control(const TimeControl& control) {
  std::string text = "none";
  if (control.base) {
    text = fmt::format("{}+{}", format_seconds(*control.base), format_seconds(control.increment));
  }
  if (control.movetime) {
    text += fmt::format(" movetime {} ms", *control.movetime);
  }
  if (control.nodes) {
    text += fmt::format(" nodes {}", *control.nodes);
  }
  return text;
}

PlayerClock::PlayerClock(const TimeControl& control)
    : limited_(control.base.has_value()),
      left_(control.base.value_or(std::chrono::milliseconds(0))),
      increment_(control.increment) {}

void PlayerClock::start(TimePoint now) {
  assert(!started_);
  started_ = now;
}

bool PlayerClock::stop(TimePoint now) {
  assert(started_);
  left_ -= now - *started_;
  started_.reset();
  return !limited_ || left_.count() > 0;
}

void PlayerClock::set_left(std::chrono::milliseconds left, TimePoint now) {
  left_ = left;
  if (started_) {
    started_ = now;
  }
}

PlayerClock::TimePoint PlayerClock::deadline() const {
  assert(started_);
  return limited_ ? *started_ + left_ : TimePoint::max();
}

std::chrono::milliseconds PlayerClock::left(TimePoint now) const {
  const Duration left = started_ ? left_ - (now - *started_) : left_;
  return std::chrono::duration_cast<std::chrono::milliseconds>(left);
}

}  // namespace lanternfish
