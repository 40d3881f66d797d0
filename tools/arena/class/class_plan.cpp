#include "tools/arena/class/class_plan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace lanternfish {

namespace {

Pairing pairing_of(const PlannedGame& game) {
  return {std::min(game.engines[0], game.engines[1]), std::max(game.engines[0], game.engines[1])};
}

struct Standing {
  int half_points = 0, games = 0, opponents = 0;

  // In half points a game; a late player is taken for an average one.
  double score() const { return games == 0 ? 1.0 : static_cast<double>(half_points) / games; }
};

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
  std::map<int, Standing> of;
  for (const GameLine& line : played) {
    const bool is_first = met.insert(pairing_of(line.game)).second;
    for (const Color c : {kWhite, kBlack}) {
      Standing& player = of[line.game.engines[c]];
      player.half_points += !line.result.winner ? 1 : *line.result.winner == c ? 2 : 0;
      ++player.games;
      player.opponents += is_first ? 1 : 0;
    }
  }
  std::vector<int> waiting;
  std::copy_if(players.begin(), players.end(), std::back_inserter(waiting),
               [&](int p) { return of[p].opponents < round; });
  // A late player has no points for the rounds that it missed, and would be last again.
  std::stable_sort(waiting.begin(), waiting.end(), [&](int a, int b) {
    return of[a].opponents != of[b].opponents ? of[a].opponents < of[b].opponents
                                              : of[a].half_points > of[b].half_points;
  });
  const auto is_there = [&](int p) { return std::find(players.begin(), players.end(), p) != players.end(); };
  std::vector<Pairing> pairings;
  std::copy_if(met.begin(), met.end(), std::back_inserter(pairings),
               [&](const Pairing& pairing) { return is_there(pairing[0]) && is_there(pairing[1]); });
  const auto can_meet = [&](int a, int b) { return a != b && met.count({std::min(a, b), std::max(a, b)}) == 0; };
  const auto pair = [&](int a, int b) {
    pairings.push_back({std::min(a, b), std::max(a, b)});
    met.insert(pairings.back());
    ++of[a].opponents;
    ++of[b].opponents;
  };
  std::vector<int> left_over;
  while (!waiting.empty()) {
    const int first = waiting.front();
    waiting.erase(waiting.begin());
    const auto other = std::find_if(waiting.begin(), waiting.end(), [&](int p) { return can_meet(first, p); });
    if (other != waiting.end()) {
      pair(first, *other);
      waiting.erase(other);
    } else {
      left_over.push_back(first);
    }
  }
  for (const int p : left_over) {
    std::vector<int> others;
    std::copy_if(players.begin(), players.end(), std::back_inserter(others),
                 [&](int other) { return can_meet(p, other); });
    if (of[p].opponents < round && !others.empty()) {
      const auto distance = [&](int other) {
        return std::tuple(std::abs(of[other].score() - of[p].score()), of[other].opponents, other);
      };
      pair(p, *std::min_element(others.begin(), others.end(), [&](int a, int b) { return distance(a) < distance(b); }));
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
