#pragma once

// A tournament as one page that opens from disk: standings, ratings, crosstable, reasons, boards, times, games.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tools/arena/tournament/merged_results.h"

namespace lanternfish {

// `folder`: where the games' NAME.turns.jsonl are; without them the page has no boards and times by turn. `page`: the
// file it is written to, from which each game is linked. `unable`: who was to play and cannot, with why.
using UnablePlayers = std::vector<std::pair<std::string, std::string>>;
std::string html_report(const MergedResults& merged, const Tally& tally, const std::filesystem::path& folder,
                        const std::filesystem::path& page, const UnablePlayers& unable = {});

}  // namespace lanternfish
