// `strangefish2`: the winner of 2022, rendered on our boards and evaluator. docs/reference/strategies.md says where it
// differs.

#include <algorithm>

#include "belief/set/expand.h"
#include "engine/board_scoring.h"
#include "engine/danger.h"
#include "engine/exact_player.h"
#include "engine/strategies/board_weights.h"
#include "engine/strategies/strangefish_rules.h"
#include "engine/strategy_traits.h"
#include "engine/tuning.h"

namespace lanternfish {

namespace {

// The constants of the original, but for the number of boards scored before a move: it scores (request, board) pairs,
// as many as time allows; we score whole boards.
constexpr std::size_t kSenseBoards = 250;
constexpr std::size_t kFewBoards = 150;            // up to this number the outcome always counts
constexpr std::size_t kManyBoards = 10'000;        // from this number on only the number of boards counts
constexpr std::size_t kManyBoardsInHaste = 1'000;  // the same when it gambles
constexpr std::int64_t kHasteMs = 90'000;
constexpr std::int64_t kGambleMs = 60'000;
constexpr double kNinetyPercent = 3'000;  // of standing_weight(), centipawns
constexpr double kMinWeight = 0.02;
constexpr std::uint64_t kEngineMovePercent = 90;  // of turns with a single board left

// What the player fears and hopes for: near the flag it stops fearing the worst.
struct Temper {
  RbcTerms terms;
  ProspectWeights prospects;
  double margin = ProspectWeights{}.margin;
  std::size_t many_boards = kManyBoards;
};

Temper calm(const RbcTerms& terms) { return {terms, {}}; }

Temper gambling(RbcTerms terms) {
  terms.king_captured *= 10;
  terms.king_lost /= 2;
  Temper temper{terms, {}};
  temper.prospects.outcome = {1, 0, 0};
  temper.prospects.worst = 0;
  temper.prospects.outcome_deviation *= 0.1;
  temper.prospects.value_deviation *= 0.1;
  temper.margin = temper.prospects.margin = 10 * temper.margin;
  temper.many_boards = kManyBoardsInHaste;
  return temper;
}

double row_weight(const ScoreTable::Row& row, std::size_t /*scored*/) {
  return standing_weight(row.opponent, kNinetyPercent, kMinWeight);
}

class StrangeFish2Player : public ExactPlayer {
 public:
  TimeUse time_use() const override {
    return {.turns_to_go = 16,
            .turns_to_go_pondering = 16,
            .increment_share = 0,
            .min_turn_ms = 3'000,
            .sense_share = 0.7,
            .move_share = sensed_quickly_ ? 1.0 : 0.3};
  }

  // Remembers the boards on which the opponent is in check before its move.
  void before_notice(const Belief& belief, Random& /*random*/) override {
    in_check_ = BoardSet();
    own_.emplace(belief.own());
    const Color opponent = ~belief.own().me();
    belief.boards().for_each([&](const Hypothesis& h) {
      if (in_check(unpack(h, belief.own()), opponent)) {
        in_check_.shards()[0].push_back(h);
      }
    });
  }

  void observe(const Observation& event, const OwnSide& /*before*/, const OwnSide& /*after*/) override {
    if (const auto* moved = std::get_if<OpponentMoved>(&event)) {
      captured_ = moved->captured;
      sensed_quickly_ = false;
      evaded_.reset();
    }
  }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    const BoardSet& set = s.belief.boards();
    const Temper temper = temper_of(s);
    const bool in_haste = s.time_left_ms && *s.time_left_ms <= kHasteMs;
    const auto splits = split_set(s, centers, BoardWeights::kEqual);
    if (set.size() > kFewBoards && (in_haste || set.size() >= temper.many_boards)) {
      sensed_quickly_ = true;
      return with_ties(rank_by_expected_boards(splits));
    }
    const ScoreTable table = score(s, requests(s.belief.own().pieces(), s.me()), kSenseBoards, temper.terms);
    const auto boards = static_cast<double>(set.size() + s.belief.deferred());
    return ranking_of(rank_by_prospects(table, splits, boards, temper.prospects), kRoundOff, table);
  }

  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    const Temper temper = temper_of(s);
    const bool certain = s.belief.boards().size() == 1 && s.random.below(100) < kEngineMovePercent;
    const ScoreTable table = score(s, allowed, tuning::kMaxBoardsScored, temper.terms);
    auto ranked = lanternfish::rank_requests(table, temper.prospects.outcome);
    drop_impossible(ranked);
    return ranking_of(std::move(ranked), certain ? 0 : temper.margin, table);
  }

 private:
  // From the first turn with too little time on it gambles to the end, whatever increments bring.
  Temper temper_of(const Situation& s) {
    gambles_ = gambles_ || (s.time_left_ms && *s.time_left_ms < kGambleMs);
    const RbcTerms terms = scoring_terms(s.config);
    return gambles_ ? gambling(terms) : calm(terms);
  }

  // Scores at most `limit` boards, the most dangerous first, boards of equal danger in random order.
  ScoreTable score(Situation& s, const std::vector<Move>& list, std::size_t limit, const RbcTerms& terms) {
    return score_boards(s, most_dangerous(s, limit), promoting_to_queens(list), terms, row_weight, never_settled);
  }

  std::vector<Hypothesis> most_dangerous(Situation& s, std::size_t limit) {
    find_evaded(s);
    std::vector<Hypothesis> boards = sample_equally(s.belief.boards(), kManyBoards, s.random);
    std::vector<std::pair<Danger, std::size_t>> order;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      const Board board = unpack(boards[i], s.belief.own());
      const bool evaded = evaded_->find(boards[i]) != nullptr && !in_check(board, ~s.me());
      order.emplace_back(evaded ? Danger::kEvaded : danger_of(board), i);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Hypothesis> chosen;
    for (std::size_t i = 0; i < std::min(limit, order.size()); ++i) {
      chosen.push_back(boards[order[i].second]);
    }
    return chosen;
  }

  // Finds the boards that come from boards on which the opponent was in check.
  void find_evaded(Situation& s) {
    if (!evaded_) {
      evaded_ = in_check_.empty() ? BoardSet() : expand(in_check_, *own_, captured_, s.threads);
    }
  }

  BoardSet in_check_;
  std::optional<OwnSide> own_;
  Square captured_ = kNoSquare;
  std::optional<BoardSet> evaded_;  // since the last notice; computed when it is needed
  bool gambles_ = false;
  bool sensed_quickly_ = false;  // the move then gets the time that the sense did not use
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_strangefish2_player(const NewGame& /*game*/) {
  return std::make_unique<StrangeFish2Player>();
}

}  // namespace lanternfish
