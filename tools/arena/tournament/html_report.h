#pragma once

// A tournament as one page that opens from disk: standings, ratings, crosstable, reasons, boards, times, games.

#include <filesystem>
#include <string>

#include "tools/arena/tournament/merged_results.h"

namespace lanternfish {

// `folder`: where the games' NAME.turns.jsonl are; without them the page has no boards and times by turn. `page`: the
// file it is written to, from which each game is linked.
std::string html_report(const MergedResults& merged, const Tally& tally, const std::filesystem::path& folder,
                        const std::filesystem::path& page);

}  // namespace lanternfish
