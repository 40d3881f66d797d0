#pragma once

// A look at every board before a request is made: averages hide the few boards on which it loses the king or the queen
// at once.

#include <functional>
#include <span>
#include <vector>

#include "belief/set/board_set.h"
#include "engine/move_choice.h"
#include "game/own_side.h"
#include "support/thread_pool.h"

namespace lanternfish {

// With which probability the opponent can capture the king in the turn after a request; else a queen that nothing
// defends or that a lighter piece attacks. One that the request made, or that took a queen, does not count.
struct Exposure {
  double king = 0, queen = 0;
};
// The exposure by each request over all boards of `set`, by weight. `set` is not empty. A request that captures the
// king exposes nothing.
std::vector<Exposure> exposures(const BoardSet& set, const OwnSide& own, std::span<const Move> requests,
                                ThreadPool& threads);

// Among the requests within `margin` centipawns of the best, puts those first that expose king and queen least: each
// loses what it exposes more than the safest of them, a king counting `king` centipawns. At most
// tuning::kMaxSaferRequests are looked at. `exposures_of` gives the exposures of a list of requests, in its order.
using ExposuresOf = std::function<std::vector<Exposure>(std::span<const Move>)>;
void prefer_safety(std::vector<RequestValue>& ranked, double margin, double king, const ExposuresOf& exposures_of);

}  // namespace lanternfish
