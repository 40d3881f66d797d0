#pragma once

// In which terms each strategy scores moves.

#include "engine/config.h"
#include "eval/rbc_score.h"

namespace lanternfish {

// What the evaluator adds to a chess engine's scores, and how it flattens them.
RbcTerms scoring_terms(const Config& config);

// Whether it ever asks what a move is worth.
bool asks_evaluator(Strategy strategy);

}  // namespace lanternfish
