// `strangefish`: the winner of 2019. Senses where the result changes its scores of moves the most, moves by mean and
// worst outcome.

#include <algorithm>
#include <cmath>

#include "engine/board_scoring.h"
#include "engine/exact_player.h"
#include "engine/strategies/board_weights.h"
#include "engine/strategies/strangefish_rules.h"
#include "engine/strategy_traits.h"
#include "engine/tuning.h"

namespace lanternfish {

namespace {

constexpr ImpactWeights kWeights;
// The constants of the tournament of 2019, which are in the original's config.yml.
constexpr double kMarginOfBest = 0.01;       // of its value
constexpr double kNinetyPercentAt = 10'000;  // of standing_weight(), centipawns
constexpr double kSmallestWeight = 1e-6;     // every board counts something

ScoreTable score(Situation& s, const std::vector<Move>& list) {
  return score_boards(
      s, sample_equally(s.belief.boards(), tuning::kMaxBoardsScored, s.random), promoting_to_queens(list),
      scoring_terms(s.config),
      [](const ScoreTable::Row& row, std::size_t) {
        return standing_weight(row.opponent, kNinetyPercentAt, kSmallestWeight);
      },
      never_settled);
}

class StrangeFishPlayer : public ExactPlayer {
 public:
  TimeUse time_use() const override {
    return {.turns_to_go = 20,
            .turns_to_go_pondering = 20,
            .increment_share = 0,
            .min_turn_ms = 1'000,
            .sense_share = 0.8,
            .move_share = 0.15};
  }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    const auto splits = split_set(s, centers, BoardWeights::kEqual);
    const ScoreTable table = score(s, requests(s.belief.own().pieces(), s.me()));
    const auto king_in_reach = [&](const ScoreTable::Row& row) {
      return row.opponent == static_cast<float>(table.terms().opponent_steps_into_check);
    };
    return ranking_of(std::all_of(table.rows().begin(), table.rows().end(), king_in_reach)
                          ? rank_by_king_squares(table, splits)
                          : rank_by_impact(table, splits, static_cast<double>(s.belief.boards().size()), kWeights),
                      kRoundOff, table);
  }

  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    const ScoreTable table = score(s, allowed);
    auto ranked = lanternfish::rank_requests(table, kWeights.outcome);
    add_reduction(ranked, table, static_cast<double>(s.belief.boards().size()), kWeights.boards_per_centipawn);
    drop_impossible(ranked);
    const double margin = kMarginOfBest * std::abs(ranked[0].value);
    return ranking_of(std::move(ranked), margin, table);
  }
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_strangefish_player(const NewGame& /*game*/) {
  return std::make_unique<StrangeFishPlayer>();
}

}  // namespace lanternfish
