// `fianchetto`: second of NeurIPS 2022. StrangeFish's senses and requests on the logits of a policy network in the
// place of a chess engine's scores; boards are weighed by the same policy for the opponent.

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "engine/board_scoring.h"
#include "engine/exact_player.h"
#include "engine/strategies/opponent_boards.h"
#include "engine/strategies/sense_outcomes.h"
#include "engine/strategy_traits.h"
#include "engine/tuning.h"

namespace lanternfish {

namespace {

constexpr ImpactWeights kImpact = {.outcome = {0.7, 0.3, 0}, .boards_per_centipawn = 25};
constexpr double kShareForOpponent = 0.3;  // of the sense's time; our choice
constexpr double kPerLogit = 100;          // engine/net_scores.h

// How much the policy counts in a child's weight beside chance, by the number of boards.
double policy_share(std::size_t boards) { return boards < 5'000 ? 0.8 : boards < 20'000 ? 0.5 : 0; }

class FianchettoPlayer : public ExactPlayer {
 public:
  void before_notice(const Belief& belief, Random& random) override {
    before_.remember(belief, random);
    likely_.clear();
    weighed_ = false;
  }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    weigh(s);
    const auto splits = split_set(s, centers, BoardWeights::kEqual);
    const ScoreTable table = score(s, requests(s.belief.own().pieces(), s.me()));
    return ranking_of(rank_by_impact(table, splits, static_cast<double>(s.belief.boards().size()), kImpact), 1e-5,
                      table);
  }

  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    weigh(s);  // where the sense was not ours to choose
    const ScoreTable table = score(s, std::move(allowed));
    return ranking_of(lanternfish::rank_requests(table, kImpact.outcome), 0, table);
  }

 private:
  // What the policy says of the opponent's last move, on the boards it may have had.
  void weigh(Situation& s) {
    if (weighed_) {
      return;
    }
    weighed_ = true;
    const double share = policy_share(s.belief.boards().size());
    if (share == 0) {
      return;
    }
    const auto answers = score_for_opponent(s, before_.boards(), kShareForOpponent);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      add_children(before_.boards()[i], answers[i], share);
    }
  }

  void add_children(const Board& parent, const BoardScores& answer, double share) {
    double sum = 0;
    std::vector<double> shares;
    for (const MoveScore& move : answer.moves) {
      const RbcTerms terms = fianchetto();
      const double logit = flattened(move.score, terms) / kPerLogit;
      shares.push_back(std::exp(logit - flattened(answer.moves[0].score, terms) / kPerLogit));
      sum += shares.back();
    }
    for (std::size_t k = 0; k < shares.size(); ++k) {
      Board child = parent;
      apply(child, answer.moves[k].taken);
      likely_[child.key()] += share * shares[k] / sum + (1 - share) / static_cast<double>(shares.size());
    }
  }

  // Of boards that come from no parent that was looked at: as unlikely as the least likely move.
  static constexpr double kUnknown = 1e-4;

  ScoreTable score(Situation& s, std::vector<Move> list) const {
    return score_boards(
        s, sample_equally(s.belief.boards(), tuning::kMaxBoardsScored, s.random), std::move(list),
        scoring_terms(s.config),
        [&](const ScoreTable::Row& row, std::size_t) {
          const auto found = likely_.find(unpack(row.board, s.belief.own()).key());
          return likely_.empty() ? 1.0 : found == likely_.end() ? kUnknown : found->second;
        },
        never_settled);
  }

  OpponentBoards before_{tuning::kMaxBoardsScored};
  std::unordered_map<Key, double> likely_;  // by board after the opponent's last move; empty: all boards alike
  bool weighed_ = true;                     // before the first notice there is nothing to weigh
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_fianchetto_player(const NewGame& /*game*/) {
  return std::make_unique<FianchettoPlayer>();
}

}  // namespace lanternfish
