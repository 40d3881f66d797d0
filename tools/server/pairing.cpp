#include "tools/server/pairing.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace lanternfish {

bool Places::free(PersonId player) const {
  const auto left = of.find(player);
  const auto at_home = house.find(player);
  return left != of.end() && left->second > 0 && (at_home == house.end() || !at_home->second || of_house > 0);
}

void Places::take(PersonId player) {
  --of[player];
  of_house -= house[player] ? 1 : 0;
}

void PairCounts::add(PersonId white, PersonId black, int games) {
  const auto note = [games](Count& count, bool had_white) {
    count.games += games;
    count.more_white += had_white ? games : -games;
  };
  note(pairs_[std::minmax(white, black)], white < black);
  note(players_[white], true);
  note(players_[black], false);
}

PairCounts::Count PairCounts::of(PersonId one, PersonId other) const {
  const auto found = pairs_.find(std::minmax(one, other));
  return found == pairs_.end() ? Count{} : found->second;
}

PairCounts::Count PairCounts::of(PersonId player) const {
  const auto found = players_.find(player);
  return found == players_.end() ? Count{} : found->second;
}

std::vector<NextGame> next_games(const std::vector<PersonId>& players, Places& places, PairCounts& counts,
                                 const std::function<bool(PersonId, PersonId, int games)>& may_play) {
  struct Pair {
    std::pair<int, int> had;  // games: of the two against each other, and of both against anybody
    std::size_t number;       // as the list of players has them
    PersonId lower, higher;
    bool operator>(const Pair& other) const { return std::tie(had, number) > std::tie(other.had, other.number); }
  };
  const auto had = [&](PersonId one, PersonId other) {
    return std::pair(counts.of(one, other).games, counts.of(one).games + counts.of(other).games);
  };
  std::priority_queue<Pair, std::vector<Pair>, std::greater<>> pairs;
  for (std::size_t i = 0; i < players.size(); ++i) {
    for (std::size_t k = i + 1; k < players.size(); ++k) {
      const auto [lower, higher] = std::minmax(players[i], players[k]);
      pairs.push({had(lower, higher), pairs.size(), lower, higher});
    }
  }
  std::vector<NextGame> games;
  while (!pairs.empty()) {
    Pair pair = pairs.top();
    pairs.pop();
    if (!places.free(pair.lower) || !places.free(pair.higher)) {
      continue;
    }
    // One of the two has got another game meanwhile: others come first now.
    if (const auto now = had(pair.lower, pair.higher); now != pair.had) {
      pair.had = now;
      pairs.push(pair);
      continue;
    }
    if (!may_play(pair.lower, pair.higher, pair.had.first)) {
      continue;
    }
    const int between = counts.of(pair.lower, pair.higher).more_white;
    const int of_all = counts.of(pair.lower).more_white - counts.of(pair.higher).more_white;
    const bool lower_white = between < 0 || (between == 0 && of_all <= 0);
    games.push_back(lower_white ? NextGame{pair.lower, pair.higher} : NextGame{pair.higher, pair.lower});
    counts.add(games.back().white, games.back().black, 1);
    places.take(pair.lower);
    places.take(pair.higher);
  }
  return games;
}

}  // namespace lanternfish
