#pragma once

// The one way in which this server rates: the newest version of each player, by all games between newest versions.

#include <map>
#include <vector>

#include "tools/arena/statistics/rating.h"
#include "tools/server/store.h"

namespace lanternfish {

struct Standing {
  double points() const { return score.wins + 0.5 * score.draws; }

  PersonId person = 0;
  int version = 0;
  Wdl score;
  Rating rating;
};

// Whoever has played, and whoever else is `in` it, the best first. `newest`: versions.
std::vector<Standing> standings(const std::map<PersonId, int>& newest, const std::vector<PairTally>& tallies,
                                const std::vector<PersonId>& in = {});

}  // namespace lanternfish
