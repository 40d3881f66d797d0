// `kevin`: third of the tournament of NeurIPS 2022. All boards with probabilities; senses where the next request will
// be regretted least; depth-limited counterfactual regret minimisation, here one round ahead (look_ahead.h),
// against an opponent that plays its best.

#include "engine/board_scoring.h"
#include "engine/exact_player.h"
#include "engine/strategies/kevin/lookahead_choice.h"
#include "engine/strategies/kevin/trust.h"
#include "engine/strategy_traits.h"
#include "engine/tuning.h"

namespace lanternfish {

namespace {

constexpr OutcomeWeights kMean = {.mean = 1};

// The budget for scoring boards, and what is left for looking ahead, which gets this share.
std::pair<Budget, Budget> shared_out(const Budget& whole, double share) {
  Budget scoring = whole, looking = whole;
  scoring.deadline = whole.deadline_of(1 - share);
  if (whole.counted()) {
    scoring.nodes =
        std::max<std::uint64_t>(static_cast<std::uint64_t>((1 - share) * static_cast<double>(whole.nodes)), 1);
    looking.nodes = whole.nodes - scoring.nodes;
  }
  return {scoring, looking};
}

class KevinPlayer : public ExactPlayer {
 protected:
  // What the request after the result loses on average against the best move of each board. The best moves are the same
  // for all windows: so the regret is least where the request is worth most.
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    const auto splits = split_set(s, centers, BoardWeights::kBelief);
    const BoardSample boards = sample_boards(s.belief.boards(), tuning::kMaxBoardsScored, s.random);
    const ScoreTable table =
        score_sample(s, boards, requests(s.belief.own().pieces(), s.me()), scoring_terms(s.config), never_settled);
    std::vector<SenseValue> values = lanternfish::rank_senses(table, splits, kMean, 0);
    for (SenseValue& value : values) {
      value.value = value.outcome;
    }
    sort_by_value(values);
    return ranking_of(std::move(values), 0, table);
  }

  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    const BoardSample boards = sample_boards(s.belief.boards(), tuning::kMaxBoardsScored, s.random);
    const auto [scoring, looking] = shared_out(s.budget, lookahead::time_share(s.belief.boards().size()));
    Situation first = s;
    first.budget = scoring;
    const ScoreTable table = score_sample(first, boards, std::move(allowed), scoring_terms(s.config), never_settled);
    RequestRanking ranking = ranking_of(lanternfish::rank_requests(table, kMean), kNearlyEqual, table);
    Situation rest = s;
    rest.budget = looking;
    const LookaheadResult looked = look_ahead(rest, boards, table, ranking.values);
    ranking.nodes += looked.positions;
    ranking.equal = near_best(ranking.values, kNearlyEqual);
    if (looked.trust > 0) {
      put_drawn_first(ranking.values, looked, s.random);
      ranking.equal = 1;
    }
    return ranking;
  }
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_kevin_player(const NewGame& /*game*/) { return std::make_unique<KevinPlayer>(); }

}  // namespace lanternfish
