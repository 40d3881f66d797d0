#pragma once

// A conditional logit over decisions: the probability of a move is exp(sum of its rows' coefficients) over the same for
// all moves of its board.

#include <vector>

#include "support/thread_pool.h"
#include "tools/fit/decisions.h"

namespace lanternfish {

using Coefficients = std::vector<double>;  // kFitRows, natural logarithms

// Betters `coefficients` towards the likeliest for the decisions named, each counting with its weight.
void fit_logit(const Decisions& decisions, const std::vector<std::uint32_t>& which, const std::vector<double>& weights,
               Coefficients& coefficients, ThreadPool& threads);

// The probability of each move of a decision, in their order.
void move_probabilities(const Decisions& decisions, const MoveDecision& decision, const Coefficients& coefficients,
                        std::vector<double>& probabilities);

}  // namespace lanternfish
