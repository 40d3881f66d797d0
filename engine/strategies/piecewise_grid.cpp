// `piecewise-grid`: the player of Highley, Funk and Okin (2020), known to us from two sentences: a distribution over
// the squares for each piece, likelihoods of whole boards from it, a chess engine on those.

#include <algorithm>
#include <cmath>

#include "engine/board_scoring.h"
#include "engine/exact_player.h"
#include "engine/strategies/piece_grid.h"
#include "engine/strategies/sense_squares.h"
#include "engine/strategy_traits.h"
#include "rules/attacks.h"

namespace lanternfish {

namespace {

constexpr std::size_t kLikeliest = 128;  // boards; our choice
constexpr OutcomeWeights kMean = {.mean = 1};

class PiecewiseGridPlayer : public ExactPlayer {
 public:
  explicit PiecewiseGridPlayer(const NewGame& game) : grid_(game.board, game.me) {}

  TimeUse time_use() const override { return kTimeForMove; }

  void observe(const Observation& event, const OwnSide& before, const OwnSide& after) override {
    if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
      if (!before.first_notice_is_empty()) {
        grid_.opponent_moved(before.occupied(), notice->captured);
      }
    } else if (const auto* sensed = std::get_if<Sensed>(&event)) {
      grid_.sensed(sensed->window);
    } else {
      const Moved& moved = std::get<Moved>(event);
      grid_.captured_on(moved.captured);
      grid_.empty(after.occupied() | (moved.taken.is_null() ? 0 : between(moved.taken.from, moved.taken.to)));
    }
  }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    return with_ties(
        rank_by_squares(split_set(s, centers, BoardWeights::kEqual), square_entropies(grid_.probabilities())));
  }

  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    const ScoreTable table = score_boards(
        s, likeliest_boards(s), std::move(allowed), scoring_terms(s.config),
        [](const ScoreTable::Row& row, std::size_t) { return row.board.weight; }, never_settled);
    return ranking_of(lanternfish::rank_requests(table, kMean), 0, table);
  }

 private:
  // The boards of the belief that the grid thinks likeliest, best first, weighed by it.
  std::vector<Hypothesis> likeliest_boards(const Situation& s) const {
    const PieceProbabilities pieces = grid_.probabilities();
    std::vector<std::pair<double, Hypothesis>> all;
    s.belief.boards().for_each([&](const Hypothesis& h) { all.emplace_back(log_likelihood(h, pieces), h); });
    const std::size_t kept = std::min(all.size(), kLikeliest);
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(),
                      [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Hypothesis> boards;
    for (std::size_t i = 0; i < kept; ++i) {
      boards.push_back(all[i].second);
      boards.back().weight = floored_weight(std::exp(all[i].first - all[0].first));
    }
    return boards;
  }

  PieceGrid grid_;
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_piecewise_grid_player(const NewGame& game) {
  return std::make_unique<PiecewiseGridPlayer>(game);
}

}  // namespace lanternfish
