#pragma once

// Ratings of several players from all games between them: maximum likelihood in the Bradley-Terry model, a draw being
// half a win and half a loss, so that two players differ by what their score alone says (elo_of_score).

#include <vector>

#include "tools/arena/statistics/elo.h"

namespace lanternfish {

struct PairingScore {
  int first = 0, second = 0;  // players, from 0
  Wdl score;                  // from the first player's view
};

struct Rating {
  double elo = 0;    // the mean of all players is 0
  double error = 0;  // 95 %; of the difference to the mean player
};

// Each player is credited with `prior_draws` draws against a player rated 0: otherwise one who won or lost everything
// has no rating. With prior 0 every player must have both a point and a lost point, and be connected to all others by
// games. The error bars come from the observed variance of the results (the sandwich estimator), or from the variance
// that the model expects, whichever is larger for a player: few games, and draws, vary too little to be believed.
std::vector<Rating> rate(int players, const std::vector<PairingScore>& scores, double prior_draws = 1);

}  // namespace lanternfish
