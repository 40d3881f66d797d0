#pragma once

// A report as one file: style, pieces, scripts and data inside, so that it opens from disk and can be mailed.

#include <span>
#include <string>
#include <string_view>

namespace lanternfish {

inline constexpr std::string_view kReportBegins = "<!doctype html>";

// `title` is text, not HTML. `data` is JSON; the page's script `entry` reads it. `scripts` are names of assets in the
// order in which they need each other, `entry` last: their `import` lines are left out and `export` is dropped, so that
// each import must fill one line and no two of them may define the same name.
std::string report_page(std::string_view title, std::span<const std::string_view> scripts, std::string_view data);

}  // namespace lanternfish
