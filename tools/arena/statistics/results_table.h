#pragma once

// Results that people wrote down, one JSON object a line, as a table of Markdown: docs/reference/files.md has the keys.

#include <string>
#include <string_view>

#include "support/result.h"

namespace lanternfish {

// A row for each line of `results`: games with points and Elo, or the rungs of a ladder with the nodes at one half, and
// their 95 % intervals. What is wrong is named with its line.
Result<std::string> results_table(std::string_view results);

}  // namespace lanternfish
