#pragma once

#include <algorithm>

#include <doctest/doctest.h>

#include "eval/evaluator.h"
#include "rules/notation.h"

namespace lanternfish::testing {

// The score of a move that was scored.
inline Score score_of(const BoardScores& scores, const char* move) {
  const auto found = std::find_if(scores.moves.begin(), scores.moves.end(),
                                  [&](const MoveScore& m) { return m.taken == parse_move(move).value(); });
  REQUIRE(found != scores.moves.end());
  return found->score;
}

}  // namespace lanternfish::testing
