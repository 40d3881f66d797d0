#pragma once

// All boards after one unseen turn of the opponent.

#include "belief/board_set.h"
#include "belief/move_model.h"

namespace lanternfish {

struct ExpandLimits {
  // Children held before they are deduplicated, boards; bounds the memory on top of the result.
  std::size_t children_at_once = std::size_t{1} << 23;
};

// How the opponent chooses. The situation is not looked at by the uniform model.
struct MoveContext {
  MoveModel model;
  MoveSituation situation;
};

// The distinct children of `parents` whose capture square is `captured` (kNoSquare: none, the null move included).
// `own` is my side before the move; `captured` is not my king. A parent's weight is shared out among all its taken
// moves as the model says, those that the notice rules out included; what coincides adds up.
BoardSet expand(const BoardSet& parents, const OwnSide& own, Square captured, ThreadPool& threads,
                const ExpandLimits& limits = {}, const MoveContext& moves = {});

// About how many children, not deduplicated, `expand` would make: from a sample of the parents.
std::size_t estimate_children(const BoardSet& parents, const OwnSide& own, Square captured);

}  // namespace lanternfish
