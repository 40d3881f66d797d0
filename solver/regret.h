#pragma once

// Regret matching at one information set: from the values of its actions to the next strategy.

#include <span>

namespace lanternfish::solver {

// How regrets are kept, and how iterations count in the average strategy.
enum class Rule {
  kCfr,       // regrets may be negative; the average is uniform (Zinkevich et al. 2007)
  kCfrPlus,   // regrets stay above zero; iteration t counts t times (Tammelin 2014)
  kPcfrPlus,  // the same, predictive: the last regret is expected once more; t counts t^2 times (Farina, Kroer and
              // Sandholm 2021, section 6)
};

// One step. `values`: what each action was worth to the player at the information set, weighted by the reach of the
// others (counterfactual values). `regrets` and `strategy` are replaced by the next ones; `strategy` is a distribution
// before and after. Where no regret is positive all weight goes to the action with the greatest value, the first of
// equals.
void match_regrets(Rule rule, std::span<const float> values, std::span<float> regrets, std::span<float> strategy);

// The weight of iteration `iteration`, from 1, in the average strategy.
float average_weight(Rule rule, double iteration);

}  // namespace lanternfish::solver
