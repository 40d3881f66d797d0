#pragma once

// A tournament's results as text for people and as JSON.

#include <cstdint>
#include <string>
#include <vector>

#include "tools/arena/statistics/ladder.h"
#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

// "game 17 (12 of 200): a - b: white by KING_CAPTURE, 34 turns | a 7-2-3 (W-D-L) against b, +120 [-31, +290] Elo"
std::string progress_text(const TournamentProgress& progress);

// Ratings, where there are more than two; then each pairing, the crosstable by colour, and each player's account.
// `ladder`: nodes of the second player and those after it, where the games are a ladder of sight; its table comes last.
std::string standings_text(const Tally& tally, const std::vector<std::int64_t>& ladder = {});
std::string standings_json(const Tally& tally, const std::vector<std::int64_t>& ladder = {});

// The first player's games against each rung.
std::vector<Rung> rungs_of(const Tally& tally, const std::vector<std::int64_t>& ladder);

}  // namespace lanternfish
