#pragma once

// The results of a class from one run to the next: players join behind those that are there, bots change, faulty games
// are played again.

#include <functional>
#include <string>
#include <vector>

#include "tools/arena/class/submissions.h"
#include "tools/arena/tournament/tally.h"
#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

struct ClassResults {
  std::vector<GameLine> games;
  std::vector<std::string> changed;  // players with earlier games whose bot is another now
};

// The names of the players that have been there, in their order. Empty where the folder has no results. `say` gets
// which lines were left out of them.
Result<std::vector<std::string>> class_players(const TournamentSettings& settings,
                                               const std::function<void(const std::string&)>& say);

// Makes the results of earlier runs those of `settings`, whose first engines are class_players(); games of which
// `again` is true are taken out, into replaced.jsonl. An error where they were played by other rules or times.
Result<ClassResults> take_up_class(TournamentSettings& settings, const std::function<bool(const GameLine&)>& again);

// The table of a class for spreadsheets.

// A row a player, the best first, then those that could not play, with the reason. RFC 4180.
std::string leaderboard_csv(const Tally& tally, const std::vector<Submission>& submissions);

}  // namespace lanternfish
