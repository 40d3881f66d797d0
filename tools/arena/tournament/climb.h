#pragma once

// The whole ladder: one player against rungs of known strength, first each from the bottom, then those that tell most.

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "tools/arena/statistics/ladder.h"
#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/tally.h"
#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

// The games that come next, `pairs` pairs of them at most, for the player 0 against the players 1 to
// known_rungs().size() in that order. A pair of which one game is missing comes first. Then each rung has a pair, from
// the bottom, until the player has lost all games against two rungs in a row. Then those where a pair tells most about
// the rating, the rungs with few games before others.
std::vector<PlannedGame> next_games(const std::vector<GameLine>& played, int pairs);

// run_tournament() in rounds of next_games(), until there are settings.shape.games games or the time is over. The
// engines are the player and the rungs, and all have names. A player that loses its first four games by its own faults
// ends it with an error.
Result<TournamentOutcome> run_climb(TournamentSettings settings, std::chrono::duration<double> time,
                                    const std::stop_token& abort,
                                    const std::function<void(const TournamentProgress&)>& on_game,
                                    const std::function<void(const std::string&)>& say);

// Whether a tally is that of a player on the whole ladder.
bool is_climb(const Tally& tally);
std::optional<KnownRating> climb_rating(const Tally& tally);
// "+312 [+240, +390] Elo", or "below +60 Elo".
std::string known_rating_text(const KnownRating& rating);
// Scores against the rungs that were met, and the rating.
std::string climb_text(const Tally& tally);

}  // namespace lanternfish
