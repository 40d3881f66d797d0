#pragma once

// What taking in an event costs as a host sees it: wall time from `observe` to `readyok`, of an engine's process.

#include <cstdint>
#include <string>
#include <vector>

#include "support/result.h"

namespace lanternfish {

struct OutsideBench {
  std::string engine;                     // as in the arena; the first of the rates is this one's
  std::string beside;                     // another build, measured in turn with the first; empty: none
  std::uint64_t least_boards = 100'000;   // after the notice; smaller sets are passed over
  std::uint64_t most_boards = 3'000'000;  // the growing set is left where it has more
  std::vector<std::string> starts;        // FEN, from which the opponent moves unseen; empty: the start position
  int repeats = 3;                        // processes; the least time of each event counts
};

// The player senses nothing and passes, and nothing is captured, so that the set grows with every notice. Each process
// goes through the same events twice, with a new game between: "first" is the event that touches memory for the first
// time. A table for people.
Result<std::string> bench_outside(const OutsideBench& bench);

}  // namespace lanternfish
