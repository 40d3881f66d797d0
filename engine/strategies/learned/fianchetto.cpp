// `fianchetto`: second of NeurIPS 2022. StrangeFish's senses and requests on the logits of a policy network in the
// place of a chess engine's scores; boards are weighed by the same policy for the opponent.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "engine/board_scoring.h"
#include "engine/exact_player.h"
#include "engine/strategies/opponent_boards.h"
#include "engine/strategies/strangefish_rules.h"
#include "engine/strategy_traits.h"
#include "engine/tuning.h"
#include "support/softmax.h"

namespace lanternfish {

namespace {

constexpr OutcomeWeights kOutcome = {0.7, 0.3, 0};
constexpr double kLogitMarginOfBest = 0.1;  // of its value
constexpr double kShareForOpponent = 0.3;   // of the sense's time; our choice
constexpr double kPerLogit = 100;           // engine/net_scores.h

// How much the policy counts in a child's weight beside chance, by the number of boards before the move.
double policy_share(std::size_t parents) { return parents < 5'000 ? 0.8 : parents < 20'000 ? 0.5 : 0; }

// What ruling out boards counts for a sense: 800 boards a logit, and up to fifty times as much of large sets.
double boards_per_hundredth(double boards) {
  return 800 / kPerLogit / std::clamp(std::lerp(1.0, 50.0, (boards - 5'000) / (50'000 - 5'000)), 1.0, 50.0);
}

// The share of each move of a side that moves by chance, by the board after it, the pass last: moves into check are
// unlikely, and passes likelier where there are many boards.
std::vector<double> shares_of_chance(const std::vector<Board>& children, Color mover, std::size_t parents) {
  std::vector<double> shares;
  for (const Board& child : children) {
    shares.push_back(in_check(child, mover) ? 1e-4 : 1 / static_cast<double>(children.size()));
  }
  shares.back() += 0.5 / (1 + std::exp((4'500 - static_cast<double>(parents)) / 700));
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) {
    share /= sum;
  }
  return shares;
}

class FianchettoPlayer : public ExactPlayer {
 public:
  void before_notice(const Belief& belief, Random& random) override {
    before_.remember(belief, random);
    parents_ = belief.boards().size();
    likely_.clear();
    weighed_ = false;
  }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    weigh(s);
    const auto splits = split_set(s, centers, BoardWeights::kEqual);
    const ScoreTable table = score(s, requests(s.belief.own().pieces(), s.me()));
    const auto boards = static_cast<double>(s.belief.boards().size());
    const ImpactWeights impact{.outcome = kOutcome, .boards_per_centipawn = boards_per_hundredth(boards)};
    return ranking_of(rank_by_impact(table, splits, boards, impact), kRoundOff, table);
  }

  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    weigh(s);  // where the sense was not ours to choose
    const ScoreTable table = score(s, allowed);
    auto ranked = lanternfish::rank_requests(table, kOutcome);
    const double margin = kLogitMarginOfBest * std::abs(ranked[0].value);
    return ranking_of(std::move(ranked), margin, table);
  }

 private:
  // What the policy says of the opponent's last move, on the boards it may have had.
  void weigh(Situation& s) {
    if (weighed_) {
      return;
    }
    weighed_ = true;
    const double share = policy_share(parents_);
    if (share == 0) {
      return;
    }
    const auto answers = score_for_opponent(s, before_.boards(), kShareForOpponent);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      add_children(before_.boards()[i], answers[i], share);
    }
  }

  void add_children(const Board& parent, BoardScores answer, double share) {
    std::stable_partition(answer.moves.begin(), answer.moves.end(),
                          [](const MoveScore& move) { return !move.taken.is_null(); });
    const RbcTerms terms = fianchetto();
    std::vector<double> policy;
    std::vector<Board> children;
    for (const MoveScore& move : answer.moves) {
      policy.push_back(flattened(move.score, terms) / kPerLogit);
      children.push_back(parent);
      apply(children.back(), move.taken);
    }
    if (children.empty()) {
      return;
    }
    to_probabilities(policy);
    const std::vector<double> chance = shares_of_chance(children, parent.turn(), parents_);
    for (std::size_t k = 0; k < children.size(); ++k) {
      likely_[children[k].key()] += std::lerp(chance[k], policy[k], share);
    }
  }

  // Of boards that come from no parent that was looked at: as unlikely as the least likely move.
  static constexpr double kUnknown = 1e-4;

  ScoreTable score(Situation& s, const std::vector<Move>& list) const {
    return score_boards(
        s, sample_equally(s.belief.boards(), tuning::kMaxBoardsScored, s.random), promoting_to_queens(list),
        scoring_terms(s.config),
        [&](const ScoreTable::Row& row, std::size_t) {
          const auto found = likely_.find(unpack(row.board, s.belief.own()).key());
          return likely_.empty() ? 1.0 : found == likely_.end() ? kUnknown : found->second;
        },
        never_settled);
  }

  OpponentBoards before_{tuning::kMaxBoardsScored};
  std::size_t parents_ = 0;                 // boards before the opponent's last move
  std::unordered_map<Key, double> likely_;  // by board after the opponent's last move; empty: all boards alike
  bool weighed_ = true;                     // before the first notice there is nothing to weigh
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_fianchetto_player(const NewGame& /*game*/) {
  return std::make_unique<FianchettoPlayer>();
}

}  // namespace lanternfish
