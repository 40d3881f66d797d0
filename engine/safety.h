#pragma once

// A look at every board before a request is made final: averages hide the few boards on which it loses the king or the
// queen at once.

#include <functional>
#include <span>
#include <vector>

#include "belief/set/board_set.h"
#include "engine/move_choice.h"
#include "game/own_side.h"
#include "support/thread_pool.h"

namespace lanternfish {

// How likely the opponent can capture the king, or else a queen that nothing defends or that something lighter attacks,
// in the turn after a request.
struct Exposure {
  double king = 0, queen = 0;
};
// By request, over all boards of `set`, which is not empty, by weight. A request that takes the king exposes nothing.
std::vector<Exposure> exposures(const BoardSet& set, const OwnSide& own, std::span<const Move> requests,
                                ThreadPool& threads);

// Puts first, among the requests within `margin` centipawns of the best, those that expose king and queen least: each
// loses what it exposes more than the safest of them. At most `kSaferRequests` are looked at. `exposures_of` tells for
// a list of requests.
constexpr std::size_t kSaferRequests = 12;
using ExposuresOf = std::function<std::vector<Exposure>(std::span<const Move>)>;
void prefer_safety(std::vector<RequestValue>& ranked, double margin, const ExposuresOf& exposures_of);

}  // namespace lanternfish
