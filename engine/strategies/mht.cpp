// `mht`: MHTBot of the complexity paper. Senses where the fewest boards are left, and
// requests the move that is best on most boards.

#include "engine/exact_player.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

class MhtPlayer : public VotingPlayer {
 public:
  TimeUse time_use() const override { return kTimeForMove; }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    return with_ties(rank_by_expected_boards(split_set(s, centers, BoardWeights::kEqual)));
  }
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_mht_player(const NewGame& /*game*/) { return std::make_unique<MhtPlayer>(); }

}  // namespace lanternfish
