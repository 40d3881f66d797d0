#include "tools/server/standings.h"

#include <algorithm>

namespace lanternfish {

std::vector<Standing> standings(const std::map<PersonId, int>& newest, const std::vector<PairTally>& tallies,
                                const std::vector<PersonId>& in) {
  std::vector<Standing> rows;
  std::map<PersonId, int> row_of;
  const auto is_newest = [&](PersonId id, int version) {
    const auto found = newest.find(id);
    return found != newest.end() && found->second == version;
  };
  const auto row = [&](PersonId id, int version) {
    const auto [at, added] = row_of.try_emplace(id, static_cast<int>(rows.size()));
    if (added) {
      rows.push_back({.person = id, .version = version, .score = {}, .rating = {}});
    }
    return at->second;
  };
  for (const PersonId player : in) {
    row(player, newest.at(player));
  }
  std::vector<PairingScore> scores;
  for (const PairTally& tally : tallies) {
    const Wdl games{.wins = tally.wins, .draws = tally.draws, .losses = tally.losses};
    if (games.games() == 0 || !is_newest(tally.first, tally.first_version) ||
        !is_newest(tally.second, tally.second_version)) {
      continue;
    }
    const int first = row(tally.first, tally.first_version), second = row(tally.second, tally.second_version);
    rows[static_cast<std::size_t>(first)].score += games;
    rows[static_cast<std::size_t>(second)].score += {games.losses, games.draws, games.wins};
    scores.push_back({first, second, games});
  }
  const std::vector<Rating> ratings = rate(static_cast<int>(rows.size()), scores);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].rating = ratings[i];
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Standing& a, const Standing& b) { return a.rating.elo > b.rating.elo; });
  return rows;
}

}  // namespace lanternfish
