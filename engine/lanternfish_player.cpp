// `lanternfish`, the default: scores moves over many boards, senses where the result will help the move decision most,
// and moves by mean, worst and best outcome.

#include <algorithm>
#include <cmath>

#include "belief/set/expand.h"
#include "belief/set/filter.h"
#include "engine/board_scoring.h"
#include "engine/danger.h"
#include "engine/exact_player.h"
#include "engine/foresight.h"
#include "engine/lookahead_choice.h"
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
constexpr auto kMinStretch = std::chrono::milliseconds(20);

// The boards to score, by probability and danger.
BoardSample sample(const Situation& s, const BoardSet& set) {
  if (set.size() <= tuning::kMaxBoardsScored || set.size() > tuning::kMaxBoardsCounted) {
    return sample_boards(set, tuning::kMaxBoardsScored, s.random);
  }
  return sample_boards(set, tuning::kMaxBoardsScored, s.random, [&](const Hypothesis& h) {
    return h.weight * tuning::kEagerness[static_cast<std::size_t>(danger_of(unpack(h, s.belief.own())))];
  });
}

class LanternfishPlayer : public ExactPlayer {
 public:
  TimeUse time_use(const Config& config) const override {
    return config.sense_rule == SenseRule::kOutcome ? TimeUse{} : kTimeForMove;
  }
  void before_notice(const Belief& belief, Random& random) override {
    if (looks_ahead_) {
      foresight_.before_notice(belief, random);
    }
  }
  void observe(const Observation& event, const OwnSide& before, const OwnSide& /*after*/) override {
    foresight_.observe(event, before);
  }
  // Scores the likeliest boards for the opponent, and then the boards that may come after its move, so that the cache
  // knows them when they are asked about.
  void ponder(Situation& s) override {
    if (s.belief.own().first_notice_is_empty()) {
      return;
    }
    CandidateReport out;
    if (judges_opponent(s.config)) {
      const std::vector<Board> parents = boards_to_judge(s.belief, kParentsToPonder);
      score_ahead(s, parents, shallow_for_opponent(s.effort), out);
      score_ahead(s, parents, deep_for_opponent(s.effort), out);
    }
    score_ahead(s, boards_ahead(s), s.effort, out);
    s.report(std::move(out));
  }

 protected:
  SenseRanking rank_senses(Situation& s, Bitboard centers) override {
    const auto splits = split_set(s, centers, BoardWeights::kBelief);
    if (s.config.sense_rule == SenseRule::kInformation) {
      return {rank_by_information(splits)};
    }
    if (s.config.sense_rule == SenseRule::kBoards) {
      return {rank_by_expected_boards(splits)};
    }
    const auto rank = [&](const ScoreTable& table) {
      return ranking_of(lanternfish::rank_senses(table, splits, outcome_weights(s.config), s.config.sense_bits), 0,
                        table);
    };
    const ScoreTable table = score(s, requests(s.belief.own().pieces(), s.me()), [&](const ScoreTable& so_far) {
      report(s, rank(so_far));
      return false;
    });
    SenseRanking ranking = rank(table);
    ranking.equal = 1;
    return ranking;
  }

  RequestRanking rank_requests(Situation& s, std::vector<Move> allowed) override {
    const auto rank = [&](const ScoreTable& table) {
      return ranking_of(lanternfish::rank_requests(table, outcome_weights(s.config)), s.config.nearly_equal, table);
    };
    const BoardSample boards = sample(s, s.belief.boards());
    SharedBudget budget;
    const auto look = [&] {
      budget = s.config.lookahead ? share_budget(s) : SharedBudget{.scoring = s.budget, .looking = s.budget};
      Situation first = s;
      first.budget = budget.scoring;
      return score_sample(
          first, boards, allowed, scoring_terms(s.config),
          [&](const ScoreTable& so_far) {
            const RequestRanking ranking = rank(so_far);
            report(s, ranking);
            return settled(so_far, ranking.values, outcome_weights(s.config));
          },
          contenders_of(s));
    };
    ScoreTable table = look();
    RequestRanking ranking = rank(table);
    if (s.budget.longest > s.budget.deadline && stretch(s, at_stake(table, ranking.values))) {
      table = look();  // finds in the cache what was scored
      ranking = rank(table);
    }
    LookaheadResult looked;
    looks_ahead_ = s.config.lookahead;
    if (looks_ahead_) {
      Situation rest = s;
      rest.budget = budget.looking;
      looked = look_ahead(rest, lookahead_plan(s.config, foresight_.bits()), boards, table, ranking.values);
      ranking.nodes += looked.positions;
    }
    if (s.config.regret_mixing) {
      put_mixed_first(s, table, ranking.values);
      ranking.equal = 1;
    } else {
      prefer_telling(ranking.values, table, s.config.request_bits * how_large(s.belief.boards().size()));
      secure(s, table, ranking);
    }
    const Board& mine = s.belief.own().pieces();
    if (prefer_progress(ranking.values, s.quiet_plies, s.config.move_limit, mine.pieces(s.me(), kPawn))) {
      ranking.equal = near_best(ranking.values, s.config.nearly_equal);
    }
    if (looked.trust > 0) {
      put_drawn_first(ranking.values, looked, s.random);
      ranking.equal = 1;
    }
    return ranking;
  }

 private:
  // Gives the decision more time where a better look is expected to gain `centipawns`. Whether it did.
  static bool stretch(Situation& s, double centipawns) {
    const Deadline until = stretched(s.budget, centipawns / (centipawns + tuning::kHalfStretched));
    if (until - s.budget.deadline < kMinStretch) {
      return false;
    }
    s.budget.deadline = until;
    return true;
  }

  // 0 for sets up to 256 boards, 1 from 65,536 on.
  static double how_large(std::size_t boards) {
    return std::clamp((std::log2(static_cast<double>(std::max<std::size_t>(boards, 1))) - 8) / 8, 0.0, 1.0);
  }

  // What a request exposes is looked up on many more boards than can be scored. So where the boards scored have little
  // of the weight, requests count as near the best from further away.
  static void secure(Situation& s, const ScoreTable& table, RequestRanking& ranking) {
    double scored = 0;
    for (const ScoreTable::Row& row : table.rows()) {
      scored += static_cast<double>(row.board.weight);
    }
    const double unknown = 1 - std::min(1.0, scored / s.belief.boards().total_weight());
    prefer_safety(ranking.values, s.config.safety_margin + s.config.sample_caution * unknown,
                  -static_cast<double>(table.terms().king_lost), [&](std::span<const Move> requests) {
                    return exposures(thinned(s.belief.boards(), boards_to_secure(s)), s.belief.own(), requests,
                                     s.threads);
                  });
    ranking.equal = near_best(ranking.values, s.config.nearly_equal);
  }

  // As many boards as take a hundredth of the clock at most.
  static std::size_t boards_to_secure(const Situation& s) {
    const std::int64_t ms = s.time_left_ms.value_or(std::numeric_limits<std::int32_t>::max());
    return std::clamp(static_cast<std::size_t>(std::max<std::int64_t>(ms, 0)) * kSecurePerMs, kMinToSecure,
                      tuning::kMaxBoardsCounted);
  }

  // Boards after the opponent's move, sampled by weight.
  static std::vector<Board> boards_ahead(const Situation& s) {
    BoardSet parents = thinned(s.belief.boards(), kBoardsToPonder);
    drop_captured_kings(parents, s.threads);
    std::vector<Board> boards;
    if (parents.empty() || s.out_of_time()) {
      return boards;
    }
    const BoardSet children = expand(parents, s.belief.own(), kNoSquare, s.threads, {}, s.belief.next_move());
    OwnSide mine = s.belief.own();
    (void)mine.observe(OpponentMoved{});
    for (const Hypothesis& h : sample_boards(children, kBoardsToPonder, s.random).boards) {
      boards.push_back(unpack(h, mine));
    }
    return boards;
  }

  static void score_ahead(Situation& s, const std::vector<Board>& boards, const Effort& effort, CandidateReport& out) {
    s.evaluator.score(boards, effort, s.budget.deadline, s.stop, [&](std::size_t, const BoardScores& scores) {
      ++out.samples;
      out.nodes += scores.moves.size();
    });
  }

  static ScoreTable score(Situation& s, std::vector<Move> list, const Progress& progress,
                          const Contenders& contenders = {}) {
    return score_sample(s, sample(s, s.belief.boards()), std::move(list), scoring_terms(s.config), progress,
                        contenders);
  }

  // None where the scores of a board's moves depend on each other: they must all be searched to the same depth.
  static Contenders contenders_of(const Situation& s) {
    if (s.config.contenders == 0 || scoring_terms(s.config).best_score_share != 0) {
      return {};
    }
    return [&config = s.config](const ScoreTable& table) {
      return contenders(lanternfish::rank_requests(table, outcome_weights(config)), config.contenders,
                        tuning::kContenderMargin);
    };
  }

  // Chooses a request at random from the mix that regret matching finds, and puts it first.
  static void put_mixed_first(Situation& s, const ScoreTable& table, std::vector<RequestValue>& ranked) {
    const double total = s.config.mean_weight + s.config.min_weight;
    const std::vector<double> mix =
        mix_by_regret(table, total > 0 ? s.config.min_weight / total : 0, tuning::kRegretRounds);
    double kept = 0;
    for (const double share : mix) {
      kept += share >= tuning::kMinShareOfMix ? share : 0;
    }
    double left = s.random.unit() * kept;
    for (std::size_t i = 0; i < mix.size(); ++i) {
      left -= mix[i] >= tuning::kMinShareOfMix ? mix[i] : 0;
      if (mix[i] >= tuning::kMinShareOfMix && left <= 0) {
        const auto at = std::find_if(ranked.begin(), ranked.end(),
                                     [&](const RequestValue& r) { return r.request == table.requests()[i]; });
        std::rotate(ranked.begin(), at, at + 1);
        return;
      }
    }
  }

  bool looks_ahead_ = false;  // at the last request: else the foresight is of no use
  Foresight foresight_;
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_lanternfish_player(const NewGame& /*game*/) {
  return std::make_unique<LanternfishPlayer>();
}

}  // namespace lanternfish
