// `lanternfish`, the default: scores moves over many boards, senses where the result will help the move decision most,
// and moves by mean, worst and best outcome.

#include <algorithm>
#include <array>

#include "belief/set/expand.h"
#include "belief/set/filter.h"
#include "engine/board_scoring.h"
#include "engine/danger.h"
#include "engine/exact_player.h"
#include "engine/opponent_judgement.h"
#include "engine/safety.h"
#include "engine/strategy_traits.h"
#include "engine/tuning.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsToPonder = 200'000;  // parents expanded in the opponent's time
constexpr std::size_t kParentsToPonder = 200;     // scored for the opponent in its time
constexpr std::size_t kMinToSecure = 2'000;       // boards looked at before a request is final
constexpr std::size_t kSecurePerMs = 5;           // the same for each ms left on the clock

// The boards to score, by probability and danger.
BoardSample sample(const Situation& s) {
  const BoardSet& set = s.belief.boards();
  if (set.size() <= tuning::kMaxBoardsScored || set.size() > tuning::kMaxBoardsCounted) {
    return sample_boards(set, tuning::kMaxBoardsScored, s.random);
  }
  return sample_boards(set, tuning::kMaxBoardsScored, s.random, [&](const Hypothesis& h) {
    return h.weight * tuning::kEagerness[static_cast<std::size_t>(danger_of(unpack(h, s.belief.own())))];
  });
}

// As many boards as take a hundredth of the clock at most.
std::size_t boards_to_secure(const Situation& s) {
  const std::int64_t ms = s.time_left_ms.value_or(std::numeric_limits<std::int32_t>::max());
  return std::clamp(static_cast<std::size_t>(std::max<std::int64_t>(ms, 0)) * kSecurePerMs, kMinToSecure,
                    tuning::kMaxBoardsCounted);
}

// Boards after the opponent's move, sampled by weight; none where the time does not suffice.
std::vector<Board> boards_ahead(const Situation& s) {
  BoardSet parents = thinned(s.belief.boards(), std::min<std::size_t>(kBoardsToPonder, s.budget.nodes));
  drop_captured_kings(parents, s.threads);
  std::vector<Board> boards;
  if (parents.empty() || s.budget.spent()) {
    return boards;
  }
  constexpr std::array kNoCapture = {kNoSquare};
  Expansion expansion(parents, s.belief.own(), kNoCapture, {}, s.belief.next_move());
  if (!expansion.run(s.threads, {.stop = s.budget.stop, .deadline = s.budget.deadline})) {
    return boards;
  }
  const BoardSet children = expansion.take(kNoSquare, s.threads);
  OwnSide mine = s.belief.own();
  (void)mine.observe(OpponentMoved{});
  for (const Hypothesis& h : sample_boards(children, kBoardsToPonder, s.random).boards) {
    boards.push_back(unpack(h, mine));
  }
  return boards;
}

// As many of the boards as the nodes left suffice for.
void score_ahead(Situation& s, std::vector<Board> boards, const Effort& effort, CandidateReport& out) {
  if (s.budget.nodes == 0) {
    return;
  }
  boards.resize(boards_for_nodes(boards, s.budget.nodes));
  const std::uint64_t before = out.nodes;
  s.evaluator.score(boards, effort, s.budget.deadline, s.budget.stop, [&](std::size_t, const BoardScores& scores) {
    ++out.samples;
    out.nodes += scores.moves.size();
  });
  s.budget.nodes -= s.budget.counted() ? std::min(s.budget.nodes, out.nodes - before) : 0;
}

class LanternfishPlayer : public ExactPlayer {
 public:
  // Scores the likeliest boards for the opponent, and then the boards that may come after its move, so that the cache
  // knows them when they are asked about.
  void ponder(Situation& s) override {
    if (s.belief.own().first_notice_is_empty()) {
      return;
    }
    CandidateReport out;
    if (judges_opponent(s.config)) {
      const std::vector<Board> parents = boards_to_judge(s.belief, kParentsToPonder);
      score_ahead(s, parents, shallow_for_opponent(s.budget.effort), out);
      score_ahead(s, parents, deep_for_opponent(s.budget.effort), out);
    }
    score_ahead(s, boards_ahead(s), s.budget.effort, out);
    s.report(std::move(out));
  }

 protected:
  // Each window by what the best request after its result is worth, and by what the result tells.
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    const OutcomeWeights weights = outcome_weights(s.config);
    const auto splits = split_set(s, centers, BoardWeights::kBelief);
    const auto rank = [&](const ScoreTable& table) {
      return ranking_of(lanternfish::rank_senses(table, splits, weights, tuning::kSenseBit), 0, table);
    };
    const auto report_so_far = [&](const ScoreTable& table) {
      report(s, rank(table));
      return false;
    };
    const ScoreTable table = score_sample(s, sample(s), requests(s.belief.own().pieces(), s.me()),
                                          scoring_terms(s.config), report_so_far, {.by_time = true});
    SenseRanking ranking = rank(table);
    ranking.equal = 1;
    return ranking;
  }

  // Samples boards, scores the requests on them, ranks these by mean, worst and best board, and puts safe requests and
  // progress first among those that are near the best.
  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    const OutcomeWeights weights = outcome_weights(s.config);
    const auto report_and_see_whether_settled = [&](const ScoreTable& table) {
      const RequestRanking ranking = ranking_of(lanternfish::rank_requests(table, weights), 0, table);
      report(s, ranking);
      return settled(table, ranking.values, weights);
    };
    const auto contenders_of = [&](const ScoreTable& table) {
      return contenders(lanternfish::rank_requests(table, weights), tuning::kMaxContenders, tuning::kContenderMargin);
    };
    const BoardSample boards = sample(s);
    const ScoreTable table =
        score_sample(s, boards, std::move(allowed), scoring_terms(s.config), report_and_see_whether_settled,
                     {.contenders = contenders_of, .by_time = true});
    std::vector<RequestValue> values = lanternfish::rank_requests(table, weights);
    prefer_safety(values, tuning::kSafetyMargin, -table.terms().king_lost, [&](std::span<const Move> list) {
      return exposures(thinned(s.belief.boards(), boards_to_secure(s)), s.belief.own(), list, s.threads);
    });
    const Bitboard pawns = s.belief.own().pieces().pieces(s.me(), kPawn);
    prefer_progress(values, s.log.quiet_plies(), s.config.move_limit, pawns);
    avoid_repetition(values, s.log.requests_made_here());
    return ranking_of(std::move(values), 0, table);
  }
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_lanternfish_player(const NewGame& /*game*/) {
  return std::make_unique<LanternfishPlayer>();
}

}  // namespace lanternfish
