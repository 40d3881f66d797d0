#pragma once

// Who plays whom next: of players who are free, those who have played each other least, colours in turn. Where pairs
// are alike in that, those who have had the fewest games play, and whoever has had White less often has it.

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tools/server/store.h"

namespace lanternfish {

// How many further games somebody may be given now.
struct Places {
  std::map<PersonId, int> of;
  std::map<PersonId, bool> house;  // of the players above: a bot of the house
  int of_house = 0;                // all bots of the house together
  std::set<PersonId> held;         // for games that are wanted more than ranked ones

  bool free(PersonId player) const;
  void take(PersonId player);
};

// The games of each pair so far, and of each player.
class PairCounts {
 public:
  struct Count {
    int games = 0;
    int more_white = 0;  // how much oftener the lower id, or the player, had White than Black
  };

  void add(PersonId white, PersonId black, int games);
  Count of(PersonId one, PersonId other) const;
  Count of(PersonId player) const;

 private:
  std::map<std::pair<PersonId, PersonId>, Count> pairs_;
  std::map<PersonId, Count> players_;
};

struct NextGame {
  PersonId white = 0, black = 0;
  friend bool operator==(const NextGame&, const NextGame&) = default;
};

// At most one game of each pair; they are counted, and their places taken. `may_play` is asked, with the pair's games
// so far, about two who have places; what it allows is played.
std::vector<NextGame> next_games(const std::vector<PersonId>& players, Places& places, PairCounts& counts,
                                 const std::function<bool(PersonId, PersonId, int games)>& may_play);

}  // namespace lanternfish
