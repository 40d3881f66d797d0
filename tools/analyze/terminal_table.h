#pragma once

#include <string>
#include <string_view>

namespace lanternfish {

// Markdown's tables in `text` for a terminal: columns aligned, and a table that is wider than `width` cut into several
// below each other, each with the first column. Other lines stay as they are.
std::string terminal_tables(std::string_view text, std::size_t width);

}  // namespace lanternfish
