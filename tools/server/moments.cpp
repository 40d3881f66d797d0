#include "tools/server/moments.h"

#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "support/number.h"

namespace lanternfish {

namespace {

using std::chrono::milliseconds;

std::optional<milliseconds> unit(char letter) {
  switch (letter) {
    case 'm': return std::chrono::minutes(1);
    case 'h': return std::chrono::hours(1);
    case 'd': return std::chrono::hours(24);
    default: return std::nullopt;
  }
}

// "2026-11-30T18:00".
std::optional<std::int64_t> utc(std::string_view text) {
  if (text.size() != 16 || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':') {
    return std::nullopt;
  }
  const auto part = [&](std::size_t at, std::size_t size, int most) {
    return to_number<int>(text.substr(at, size), 0, most);
  };
  const auto year = part(0, 4, 9999), month = part(5, 2, 12), day = part(8, 2, 31), hour = part(11, 2, 23),
             minute = part(14, 2, 59);
  if (!year || !month || !day || !hour || !minute) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) {
    return std::nullopt;
  }
  const auto moment = std::chrono::sys_days(date) + std::chrono::hours(*hour) + std::chrono::minutes(*minute);
  return std::chrono::duration_cast<milliseconds>(moment.time_since_epoch()).count();
}

}  // namespace

Result<std::int64_t> parse_moment(std::string_view text, std::int64_t now_ms) {
  if (text == "now") {
    return now_ms;
  }
  if (text.size() > 2 && text.front() == '+') {
    const auto count = to_number<std::int64_t>(text.substr(1, text.size() - 2), 0, 100'000);
    const auto of = unit(text.back());
    if (count && of) {
      return now_ms + *count * of->count();
    }
  }
  if (const auto moment = utc(text)) {
    return *moment;
  }
  return Error{fmt::format("'{}' is no moment: now, +90m, +2h, +7d, or 2026-11-30T18:00 (UTC)", text)};
}

std::string format_moment(std::int64_t ms) {
  const std::chrono::sys_time<milliseconds> moment{milliseconds(ms)};
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date(day);
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(moment - day).count();
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), minutes / 60,
                     minutes % 60);
}

}  // namespace lanternfish
