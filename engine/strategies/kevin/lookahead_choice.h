#pragma once

// Looking ahead (look_ahead.h) before a request: what is asked of it, and what of its answer goes into the ranking
// of requests. docs/design/kevin.md describes it.

#include <utility>
#include <vector>

#include "engine/move_choice.h"
#include "engine/sampling.h"
#include "engine/strategy_player.h"

namespace lanternfish {

// Requests this close to the best are mixed, so that the opponent cannot read the choice, centipawns; StrangeFish2's.
inline constexpr double kNearlyEqual = 10;

// What a look ahead changes.
struct LookaheadResult {
  double trust = 0;                          // of its values beside those of the table, in [0, 1]; 0: nothing changed
  std::vector<std::pair<Move, double>> mix;  // requests, with their probabilities in the strategy that was found
  std::uint64_t positions = 0;
};

// Looks ahead from the contenders of `ranked` on the first boards of `sample`, which `table` has scored, until the
// deadline of `situation`, and gives the contenders new values: the old ones and those found, by trust. Other requests
// stay behind them. `ranked` stays sorted.
LookaheadResult look_ahead(Situation& situation, const BoardSample& sample, const ScoreTable& table,
                           std::vector<RequestValue>& ranked);

// Draws one of the requests nearly as good as the best and puts it first: with equal chance as far as the look ahead is
// not trusted, else by its mix.
void put_drawn_first(std::vector<RequestValue>& ranked, const LookaheadResult& looked, Random& random);

}  // namespace lanternfish
