#pragma once

// Scores boards of the belief until time, nodes or boards run out.

#include "engine/score_table.h"
#include "engine/strategies/strategy.h"

namespace lanternfish {

// Draws boards of `set` and scores `list` on them, the first ones first. At least one board is scored, if need be by
// the built-in evaluator. `progress` is called now and then with what there is so far.
ScoreTable score_boards(Situation& situation, const BoardSet& set, std::vector<Move> list,
                        const std::function<void(const ScoreTable&)>& progress);

}  // namespace lanternfish
