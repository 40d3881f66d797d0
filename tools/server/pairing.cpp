#include "tools/server/pairing.h"

#include <algorithm>

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
  Count& pair = counts_[std::minmax(white, black)];
  pair.games += games;
  pair.lower_white += white < black ? games : 0;
}

PairCounts::Count PairCounts::of(PersonId one, PersonId other) const {
  const auto found = counts_.find(std::minmax(one, other));
  return found == counts_.end() ? Count{} : found->second;
}

std::vector<NextGame> next_games(const std::vector<PersonId>& players, Places& places, const PairCounts& counts,
                                 const std::function<bool(PersonId, PersonId, int games)>& may_play) {
  struct Pair {
    PersonId lower, higher;
    PairCounts::Count so_far;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < players.size(); ++i) {
    for (std::size_t k = i + 1; k < players.size(); ++k) {
      const auto [lower, higher] = std::minmax(players[i], players[k]);
      pairs.push_back({lower, higher, counts.of(lower, higher)});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.so_far.games < b.so_far.games; });
  std::vector<NextGame> games;
  for (const Pair& pair : pairs) {
    if (!places.free(pair.lower) || !places.free(pair.higher) ||
        !may_play(pair.lower, pair.higher, pair.so_far.games)) {
      continue;
    }
    const bool lower_white = 2 * pair.so_far.lower_white <= pair.so_far.games;
    games.push_back(lower_white ? NextGame{pair.lower, pair.higher} : NextGame{pair.higher, pair.lower});
    places.take(pair.lower);
    places.take(pair.higher);
  }
  return games;
}

}  // namespace lanternfish
