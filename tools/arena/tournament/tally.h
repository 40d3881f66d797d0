#pragma once

// What the games of a tournament add up to: by player, pairing, colour and reason.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/arena/statistics/elo.h"
#include "tools/arena/statistics/rating.h"
#include "tools/arena/tournament/results.h"

namespace lanternfish {

// One player's account. Games against a copy of itself are not in it.
struct PlayerTally {
  std::string name;
  std::array<Wdl, 2> by_color;
  std::array<int, kEndings> faults{};  // by Ending: losses by its own fault
  std::string first_fault;             // what the first of them was
  SideReport sides;                    // summed, those of games against itself too; most_boards is the maximum

  Wdl total() const;
};

struct PairingTally {
  Wdl games;          // from the view of the player with the lower index
  Pentanomial pairs;  // complete pairs only
  // Of a test: the pairs up to its verdict. Games that were in progress then do not change it.
  Pentanomial tested{};
  SprtVerdict verdict = SprtVerdict::kGoOn;
};

class Tally {
 public:
  // `sprt`: each pairing is such a test.
  explicit Tally(std::vector<std::string> names, const std::optional<SprtSettings>& sprt = {});

  // A test wants the games in the order in which they ended.
  void add(const GameLine& line);

  int games() const { return games_; }
  const std::optional<SprtSettings>& sprt() const { return sprt_; }
  const std::vector<PlayerTally>& players() const { return players_; }
  // By players, the lower index first.
  const std::map<std::pair<int, int>, PairingTally>& pairings() const { return pairings_; }
  // From White's view, by players with White and Black.
  const std::map<std::pair<int, int>, Wdl>& by_color() const { return by_color_; }
  const Wdl& white() const { return white_; }
  const std::map<std::string, int>& reasons() const { return reasons_; }

  // Of two players; none without games between them.
  std::optional<EloEstimate> elo(int player, int other) const;
  std::vector<Rating> ratings() const;

 private:
  void add_to_pairing(const GameLine& line);

  std::optional<SprtSettings> sprt_;
  int games_ = 0;
  std::vector<PlayerTally> players_;
  std::map<std::pair<int, int>, PairingTally> pairings_;
  std::map<std::pair<int, int>, Wdl> by_color_;
  Wdl white_;
  std::map<std::string, int> reasons_;
  std::map<int, int> half_points_;  // by pair: of the lower player in the one game finished
};

}  // namespace lanternfish
