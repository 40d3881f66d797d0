#pragma once

// Moments as whoever runs a server writes them.

#include <cstdint>
#include <string>
#include <string_view>

#include "support/result.h"

namespace lanternfish {

// In ms since 1970: "now", "+90m", "+2h", "+7d" from `now_ms` on, or "2026-11-30T18:00" in UTC.
Result<std::int64_t> parse_moment(std::string_view text, std::int64_t now_ms);
// "2026-11-30T18:00", UTC.
std::string format_moment(std::int64_t ms);

}  // namespace lanternfish
