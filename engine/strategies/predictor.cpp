// `predictor`: PredictorBot of the complexity paper. Senses where the opponent's best moves would have gone; moves as
// mht.

#include "engine/board_scoring.h"
#include "engine/exact_player.h"
#include "engine/strategies/opponent_boards.h"
#include "engine/strategies/sense_squares.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoards = 512;
constexpr std::size_t kMoves = 5;

// Adds the weights of one board's best moves to the squares they go to. A weight is the score less the lowest of these
// scores; all weights of a board add up to 1.
void add_destinations(const BoardScores& answer, const RbcTerms& terms, SquareValues& squares) {
  std::vector<std::pair<Square, double>> best;
  for (const MoveScore& move : answer.moves) {
    if (!move.taken.is_null() && best.size() < kMoves) {
      best.emplace_back(move.taken.to, flattened(move.score, terms));
    }
  }
  double total = 0;
  const double lowest = best.empty() ? 0 : best.back().second;
  for (auto& [to, value] : best) {
    value -= lowest;
    total += value;
  }
  for (const auto& [to, value] : best) {
    squares[to] += total > 0 ? value / total : 1.0 / static_cast<double>(best.size());
  }
}

class PredictorPlayer : public VotingPlayer {
 public:
  void before_notice(const Belief& belief, Random& random) override { before_.remember(belief, random); }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    const auto splits = split_set(s, centers, BoardWeights::kEqual);
    SquareValues squares{};
    std::uint64_t samples = 0, nodes = 0;
    for (const BoardScores& answer : score_for_opponent(s, before_.boards(), 1)) {
      add_destinations(answer, scoring_terms(s.config), squares);
      samples += answer.moves.empty() ? 0 : 1;
      nodes += answer.moves.size();
    }
    SenseRanking ranking = with_ties(rank_by_squares(splits, squares));
    ranking.samples = samples;
    ranking.nodes = nodes;
    return ranking;
  }

 private:
  OpponentBoards before_{kBoards};
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_predictor_player(const NewGame& /*game*/) {
  return std::make_unique<PredictorPlayer>();
}

}  // namespace lanternfish
