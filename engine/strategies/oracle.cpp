// `oracle`: senses where a check to its king may come from, else as mht; moves as mht.

#include <algorithm>

#include "engine/exact_player.h"
#include "engine/sampling.h"
#include "engine/strategies/sense_squares.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsForChecks = 50'000;

class OraclePlayer : public VotingPlayer {
 public:
  TimeUse time_use() const override { return kTimeForMove; }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    const BoardSet& set = s.belief.boards();
    const auto by_boards = rank_by_expected_boards(split_set(s, centers, BoardWeights::kEqual));
    const SquareValues checks = check_squares(equally_likely(thinned(set, kBoardsForChecks)), s.belief.own());
    std::vector<WindowSplit> splits;  // in the order of the other rule, which decides where checks do not
    for (const SenseValue& sense : by_boards) {
      splits.push_back(sense.split);
    }
    SenseRanking ranking{rank_by_squares(splits, checks)};
    const SenseValue& best = ranking.values[0];
    const auto other = std::find_if(ranking.values.begin(), ranking.values.end(), [&](const SenseValue& sense) {
      return sense.value < best.value - kTie || sense.split.expected_boards > best.split.expected_boards + kTie;
    });
    ranking.equal = static_cast<std::size_t>(other - ranking.values.begin());
    return ranking;
  }
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_oracle_player(const NewGame& /*game*/) { return std::make_unique<OraclePlayer>(); }

}  // namespace lanternfish
