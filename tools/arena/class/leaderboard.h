#pragma once

// The table of a class for spreadsheets.

#include <string>
#include <vector>

#include "tools/arena/class/submissions.h"
#include "tools/arena/tournament/tally.h"

namespace lanternfish {

// A row a player, the best first, then those that could not play, with the reason. RFC 4180.
std::string leaderboard_csv(const Tally& tally, const std::vector<Submission>& submissions);

}  // namespace lanternfish
