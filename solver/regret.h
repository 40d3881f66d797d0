#pragma once

// Regret matching at one information set: from the values of its actions to the next strategy. The rule is PCFR+
// (Farina, Kroer and Sandholm 2021, section 6): regrets stay above zero, the last regret is expected once more, and
// iteration t counts t^2 times in the average strategy.

#include <span>

namespace lanternfish::solver {

// One step. `values`: what each action was worth to the player at the information set, weighted by the reach of the
// others (counterfactual values). `regrets` and `strategy` are replaced by the next ones; `strategy` is a distribution
// before and after. Where no regret is positive all weight goes to the action with the greatest value, the first of
// equals.
void match_regrets(std::span<const float> values, std::span<float> regrets, std::span<float> strategy);

// The weight of iteration `iteration`, from 1, in the average strategy.
float average_weight(double iteration);

}  // namespace lanternfish::solver
