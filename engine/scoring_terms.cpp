#include "engine/scoring_terms.h"

namespace lanternfish {

namespace {

// StrangeFish of 2019: engine scores and attacks on the king only.
RbcTerms terms_of_2019() {
  RbcTerms terms;
  terms.king_attack = 300;
  terms.king_captured = 50'000;
  terms.mate = 30'000;
  terms.mate_decay = 1;
  terms.king_lost = -40'000;
  return terms;
}

}  // namespace

RbcTerms scoring_terms(Strategy strategy) {
  switch (strategy) {
    case Strategy::kLanternfish: return lanternfish_terms();
    case Strategy::kStrangeFish: return terms_of_2019();
    case Strategy::kStrangeFish2: return strangefish2();
    default: return {};  // the others take a chess engine's word as it is
  }
}

bool asks_evaluator(Strategy strategy) { return strategy != Strategy::kRandom && strategy != Strategy::kAttacker; }

}  // namespace lanternfish
