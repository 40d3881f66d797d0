#include "engine/lookahead_choice.h"

#include <doctest/doctest.h>

#include "engine/board_scoring.h"
#include "engine/exact_player.h"
#include "engine/foresight.h"
#include "tests/engine/seat.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

// What White's best request is worth on a board that it knows, after a look ahead by `plan` and by nothing else.
double best_value(LookaheadPlan plan) {
  plan.trust = 1;
  const Board board = board_of("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
  const Config config = seeded(Strategy::kLanternfish);
  ThreadPool threads(1);
  StaticEvaluator evaluator(scoring_terms(config));
  Random random(1, 1, 1);
  Belief belief(board, kWhite, {}, threads, MoveModelKind::kFitted);
  REQUIRE(belief.observe(OpponentMoved{}).ok());
  REQUIRE(belief.observe(Sensed{sense(board, square_of("e5"))}).ok());
  Situation situation{.config = config,
                      .belief = belief,
                      .evaluator = evaluator,
                      .threads = threads,
                      .random = random,
                      .effort = {},
                      .effort_is_fixed = true,
                      .deeper_on_few = false,
                      .quiet_plies = 0,
                      .time_left_ms = {},
                      .budget = {.nodes = 300},
                      .stop = {},
                      .report = [](CandidateReport) {}};
  const BoardSample sample = sample_boards(belief.boards(), 16, random);
  const ScoreTable table =
      score_sample(situation, sample, requests(belief.own().pieces(), kWhite), scoring_terms(config), never_settled);
  std::vector<RequestValue> ranked = rank_requests(table, {});
  CHECK(look_ahead(situation, plan, sample, table, ranked).trust > 0);
  return ranked.front().value;
}

}  // namespace

TEST_CASE("lookahead choice: an opponent that does as the model says costs less than one that plays its best") {
  const double best = best_value({.model_share = 0});
  const double mixed = best_value({.model_share = 0.5});
  const double model = best_value({.model_share = 1});
  CHECK(best < mixed);
  CHECK(mixed < model);
}

TEST_CASE("lookahead choice: an opponent that was foreseen well is thought to do more as the model says") {
  const auto share = [](double bits) { return lookahead_plan(seeded(Strategy::kLanternfish), bits).model_share; };
  CHECK(share(Foresight::kUsualBits) == doctest::Approx(0.5));
  CHECK(share(Foresight::kUsualBits + 1) > share(Foresight::kUsualBits));
  CHECK(share(Foresight::kUsualBits - 1) < share(Foresight::kUsualBits));
}
