#pragma once

// Who plays whom in a class, where players join while it goes on: games that were played stay as they are, and what is
// missing is added behind them.

#include <array>
#include <vector>

#include "tools/arena/tournament/results.h"

namespace lanternfish {

using Pairing = std::array<int, 2>;  // the lower index first

// Everybody against everybody among `players`.
std::vector<Pairing> all_pairings(const std::vector<int>& players);

// The pairings of a Swiss tournament after its round `round` (from 1) was drawn: those that have met, and those who
// have had fewer opponents against somebody with as many points whom they have not met. Who is left over, where the
// number is odd or somebody came late, meets one who has had enough: the one whose score is nearest.
std::vector<Pairing> swiss_pairings(const std::vector<int>& players, const std::vector<GameLine>& played, int round);

// The games played and those that are missing until each pairing has `games`, in pairs with colours swapped.
std::vector<PlannedGame> class_plan(const std::vector<Pairing>& pairings, int games,
                                    const std::vector<GameLine>& played);

}  // namespace lanternfish
