#include "engine/scoring_terms.h"

namespace lanternfish {

namespace {

TermsChoice terms_of(Strategy strategy) {
  switch (strategy) {
    case Strategy::kLanternfish: return TermsChoice::kLanternfish;
    case Strategy::kStrangeFish: return TermsChoice::kStrangeFish;
    case Strategy::kStrangeFish2: return TermsChoice::kStrangeFish2;
    default: return TermsChoice::kPlain;
  }
}

}  // namespace

RbcTerms scoring_terms(const Config& config) {
  switch (config.score_terms == TermsChoice::kOfStrategy ? terms_of(config.strategy) : config.score_terms) {
    case TermsChoice::kLanternfish: return lanternfish_terms();
    case TermsChoice::kStrangeFish: return strangefish();
    case TermsChoice::kStrangeFish2: return strangefish2();
    default: return {};
  }
}

bool asks_evaluator(Strategy strategy) { return strategy != Strategy::kRandom && strategy != Strategy::kAttacker; }

}  // namespace lanternfish
