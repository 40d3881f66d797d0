#include "tools/arena/class/class_plan.h"

#include <algorithm>
#include <map>
#include <set>

namespace lanternfish {

namespace {

Pairing pairing_of(const PlannedGame& game) {
  return {std::min(game.engines[0], game.engines[1]), std::max(game.engines[0], game.engines[1])};
}

std::map<int, int> half_points(const std::vector<GameLine>& played) {
  std::map<int, int> points;
  for (const GameLine& line : played) {
    for (const Color c : {kWhite, kBlack}) {
      points[line.game.engines[c]] += !line.result.winner ? 1 : *line.result.winner == c ? 2 : 0;
    }
  }
  return points;
}

}  // namespace

std::vector<Pairing> all_pairings(const std::vector<int>& players) {
  std::vector<Pairing> pairings;
  for (std::size_t b = 1; b < players.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      pairings.push_back({std::min(players[a], players[b]), std::max(players[a], players[b])});
    }
  }
  return pairings;
}

std::vector<Pairing> swiss_pairings(const std::vector<int>& players, const std::vector<GameLine>& played, int round) {
  std::set<Pairing> met;
  std::map<int, int> opponents;
  for (const GameLine& line : played) {
    if (met.insert(pairing_of(line.game)).second) {
      ++opponents[line.game.engines[kWhite]];
      ++opponents[line.game.engines[kBlack]];
    }
  }
  std::map<int, int> points = half_points(played);
  std::vector<int> waiting;
  std::copy_if(players.begin(), players.end(), std::back_inserter(waiting),
               [&](int p) { return opponents[p] < round; });
  // Who had to wait has no points for it, and would be last again.
  std::stable_sort(waiting.begin(), waiting.end(), [&](int a, int b) {
    return opponents[a] != opponents[b] ? opponents[a] < opponents[b] : points[a] > points[b];
  });
  const auto is_there = [&](int p) { return std::find(players.begin(), players.end(), p) != players.end(); };
  std::vector<Pairing> pairings;
  std::copy_if(met.begin(), met.end(), std::back_inserter(pairings),
               [&](const Pairing& pairing) { return is_there(pairing[0]) && is_there(pairing[1]); });
  while (waiting.size() > 1) {
    const int first = waiting.front();
    waiting.erase(waiting.begin());
    const auto other = std::find_if(waiting.begin(), waiting.end(), [&](int p) {
      return met.count({std::min(first, p), std::max(first, p)}) == 0;
    });
    if (other != waiting.end()) {
      pairings.push_back({std::min(first, *other), std::max(first, *other)});
      waiting.erase(other);
    }
  }
  return pairings;
}

std::vector<PlannedGame> class_plan(const std::vector<Pairing>& pairings, int games,
                                    const std::vector<GameLine>& played) {
  std::vector<PlannedGame> plan;
  std::map<Pairing, std::vector<PlannedGame>> had;
  int pair = 0;
  for (const GameLine& line : played) {
    plan.push_back(line.game);
    had[pairing_of(line.game)].push_back(line.game);
    pair = std::max(pair, line.game.pair);
  }
  for (int first = 0; first < games; first += 2) {
    for (const Pairing& pairing : pairings) {
      std::vector<PlannedGame>& there = had[pairing];
      ++pair;
      int id = 2 * pair - 1;
      for (const Pairing& colours : {pairing, Pairing{pairing[1], pairing[0]}}) {
        const auto played_so =
            std::count_if(there.begin(), there.end(), [&](const PlannedGame& game) { return game.engines == colours; });
        const int wanted = (games + (colours == pairing ? 1 : 0)) / 2;
        if (played_so <= first / 2 && played_so < wanted) {
          there.push_back({id, pair, colours});
          plan.push_back(there.back());
        }
        ++id;
      }
    }
  }
  return plan;
}

}  // namespace lanternfish
