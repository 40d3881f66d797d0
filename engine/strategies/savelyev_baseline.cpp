// `savelyev-baseline`: the baseline agent of Savelyev's thesis. At most 10,000 boards, weighed by how often random
// moves lead to them. Senses where the most different results are possible; moves by the policies of all boards
// together.

#include "engine/board_scoring.h"
#include "engine/exact_player.h"
#include "engine/move_rules.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsToScore = 800;   // the number of hypotheses that its searches were spread over
constexpr double kCentipawnTemperature = 50;  // centipawns; our choice: the policy of the original is a network's

class SavelyevBaselinePlayer : public ExactPlayer {
 public:
  TimeUse time_use() const override { return kTimeForMove; }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    return with_ties(rank_by_results(split_set(s, centers, BoardWeights::kBelief)));
  }

  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    const ScoreTable table = score_sample(s, sample_boards(s.belief.boards(), kBoardsToScore, s.random),
                                          std::move(allowed), scoring_terms(s.config), never_settled);
    return ranking_of(rank_by_policy(table, kCentipawnTemperature), 0, table);
  }
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_savelyev_baseline_player(const NewGame& /*game*/) {
  return std::make_unique<SavelyevBaselinePlayer>();
}

}  // namespace lanternfish
