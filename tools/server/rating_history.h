#pragma once

// What each version was rated after so many ranked games of all: the games are counted once more from the first one on,
// and rated as the leaderboard rates. Nothing of it is stored. Where there are many games, only after every second one
// of all, every fourth, and so on.

#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include "tools/server/standings.h"
#include "tools/server/store.h"

namespace lanternfish {

class RatingHistory {
 public:
  struct Point {
    std::int64_t at_ms = 0;  // since 1970
    int version = 0;
    int games = 0;  // of this version
    double rating = 0, error = 0;
    std::int64_t after = 0;  // ranked games of all
  };

  // `most`: so many moments at most.
  explicit RatingHistory(std::int64_t most = 256) : most_(most) {}

  // Rates after some further games: at most once, which may take a second. False: there are none.
  // Ranked games begin to count when none that was offered before them is still open. Where one that counted was taken
  // back, everything is counted anew.
  Result<bool> advance(Store& reader);
  // In the order of time. Any thread.
  std::vector<Point> of(PersonId person) const;

 private:
  void begin_anew();
  void rate_now(std::int64_t at_ms);
  void thin_out();

  const std::int64_t most_;
  std::vector<StoredGame> waiting_;  // read, and not counted yet
  std::size_t next_ = 0;             // of them
  GameId last_ = 0;                  // that was read
  std::int64_t games_ = 0;           // counted
  std::int64_t step_ = 1;            // rated after so many
  std::map<PersonId, int> newest_;
  std::map<std::tuple<PersonId, PersonId, int, int>, PairTally> tallies_;
  mutable std::mutex mutex_;
  std::map<PersonId, std::vector<Point>> points_;  // guarded by mutex_
};

}  // namespace lanternfish
