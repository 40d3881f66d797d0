// `scorca` and `scorca-s`: the two programs of the Scorca paper. The first senses by adapted entropy over likely boards
// and moves by the ranks of moves on each board; the second by plain entropy, and by the most extreme boards.

#include "engine/exact_player.h"
#include "engine/move_rules.h"
#include "engine/sampling.h"
#include "engine/strategies/opponent_boards.h"
#include "engine/strategies/sense_squares.h"
#include "engine/strategy_traits.h"
#include "engine/tuning.h"

namespace lanternfish {

namespace {

constexpr std::size_t kLikelyMoves = 2;  // the paper's n: best moves of the opponent on each board
constexpr double kSenseShare = 1;        // the move's scores have their own phase
constexpr std::size_t kExtremes = 10;    // best and worst boards; the paper gives no number
constexpr int kNeverSeen = 1'000;        // turns

class ScorcaPlayer : public ExactPlayer {
 public:
  void before_notice(const Belief& belief, Random& random) override { before_.remember(belief, random); }

  void observe(const Observation& event, const OwnSide& /*before*/, const OwnSide& /*after*/) override {
    if (const auto* sensed = std::get_if<Sensed>(&event)) {
      for (int& turns : turns_since_seen_) {
        turns = std::min(turns + 1, kNeverSeen);
      }
      for (const Square square : window_squares(sensed->window.center)) {
        turns_since_seen_[square] = 0;
      }
    }
  }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    const auto splits = split_set(s, centers, BoardWeights::kEqual);
    BoardSet boards;
    std::uint64_t nodes = 0;
    if (s.config.scorca_likely) {
      boards = before_.likely_children(s, kLikelyMoves, kSenseShare, nodes);
    }
    if (boards.size() <= 1) {  // all boards are wanted, or a single likely one, which has no entropy
      boards = thinned(s.belief.boards(), tuning::kMaxBoardsCounted);
    }
    const std::uint64_t samples = boards.size();
    SenseRanking ranking =
        with_ties(rank_by_squares(splits, adapted_entropies(piece_probabilities(equally_likely(std::move(boards))),
                                                            s.belief.own(), turns_since_seen_)));
    ranking.samples = samples;
    ranking.nodes = nodes;
    return ranking;
  }

  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    const ScoreTable table = score_equally(s, std::move(allowed));
    return ranking_of(rank_by_log_ranks(table, s.belief.own()), 0, table);
  }

 private:
  static std::array<int, 64> never() {
    std::array<int, 64> turns;
    turns.fill(kNeverSeen);
    return turns;
  }

  OpponentBoards before_{tuning::kMaxBoardsScored};
  std::array<int, 64> turns_since_seen_ = never();
};

class ScorcaSPlayer : public ExactPlayer {
 public:
  TimeUse time_use() const override { return kTimeForMove; }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    const BoardSet boards = equally_likely(thinned(s.belief.boards(), tuning::kMaxBoardsCounted));
    return with_ties(
        rank_by_squares(split_set(s, centers, BoardWeights::kEqual), square_entropies(piece_probabilities(boards))));
  }

  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    const ScoreTable table = score_equally(s, std::move(allowed));
    return ranking_of(rank_by_extremes(table, kExtremes), 0, table);
  }
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_scorca_player(const NewGame& /*game*/) { return std::make_unique<ScorcaPlayer>(); }
std::unique_ptr<StrategyPlayer> make_scorca_s_player(const NewGame& /*game*/) {
  return std::make_unique<ScorcaSPlayer>();
}

}  // namespace lanternfish
