#pragma once

// Results as tables that can be pasted into a paper or a page.

#include <string>

#include "tools/arena/tournament/tally.h"

namespace lanternfish {

enum class TableFormat : std::uint8_t { kMarkdown, kLatex };  // LaTeX's tables want \usepackage{booktabs}

// With more than two players a table of them by rating, and always one of the pairings: wins, draws and losses, points
// and Elo with their 95 % intervals. Below kMinGamesForErrors games the Elo is left out.
std::string paper_tables(const Tally& tally, TableFormat format);

}  // namespace lanternfish
