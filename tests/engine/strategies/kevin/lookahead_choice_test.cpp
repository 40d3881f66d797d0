#include "engine/strategies/kevin/lookahead_choice.h"

#include <doctest/doctest.h>

#include "engine/board_scoring.h"
#include "engine/exact_player.h"
#include "tests/engine/seat.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

// White to request on a board that it knows.
struct Known {
  Known() {
    REQUIRE(belief.observe(OpponentMoved{}).ok());
    REQUIRE(belief.observe(Sensed{sense(board, square_of("e5"))}).ok());
  }

  Situation situation(std::uint64_t nodes) {
    return {.config = config,
            .belief = belief,
            .evaluator = evaluator,
            .threads = threads,
            .random = random,
            .log = GameLog::none(),
            .time_left_ms = {},
            .budget = {.nodes = nodes, .deeper = false},
            .report = [](CandidateReport) {}};
  }

  const Board board = board_of("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
  const Config config = seeded(Strategy::kKevin);
  ThreadPool threads{1};
  StaticEvaluator evaluator{scoring_terms(config)};
  Random random{1, 1, 1};
  Belief belief{board, kWhite, {}, threads, MoveModelKind::kFitted};
};

}  // namespace

TEST_CASE("lookahead choice: requests that were looked into have new values and stay before all others") {
  Known known;
  Situation situation = known.situation(300);
  const BoardSample sample = sample_boards(known.belief.boards(), 16, known.random);
  const ScoreTable table =
      score_sample(situation, sample, requests(known.board, kWhite), scoring_terms(known.config), never_settled);
  const std::vector<RequestValue> before = rank_requests(table, {});
  std::vector<RequestValue> ranked = before;
  const LookaheadResult looked = look_ahead(situation, sample, table, ranked);
  CHECK(looked.trust > 0);
  CHECK(looked.positions > 0);
  REQUIRE(looked.mix.size() >= 2);
  const auto was_looked_into = [&](const RequestValue& value) {
    return std::any_of(looked.mix.begin(), looked.mix.end(),
                       [&](const auto& entry) { return entry.first == value.request; });
  };
  CHECK(was_looked_into(ranked.front()));
  CHECK(ranked.front().value != before.front().value);
  CHECK(std::is_sorted(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.value > b.value; }));
}

TEST_CASE("lookahead choice: without nodes for it nothing changes") {
  Known known;
  Situation situation = known.situation(0);
  const BoardSample sample = sample_boards(known.belief.boards(), 16, known.random);
  const ScoreTable table =
      score_sample(situation, sample, requests(known.board, kWhite), scoring_terms(known.config), never_settled);
  std::vector<RequestValue> ranked = rank_requests(table, {});
  const double best = ranked.front().value;
  CHECK(look_ahead(situation, sample, table, ranked).trust == 0);
  CHECK(ranked.front().value == best);
}

TEST_CASE("lookahead choice: a trusted mix is drawn from, by its probabilities") {
  std::vector<RequestValue> ranked(3);
  ranked[0] = {move_of("e1d1"), {}, 100};
  ranked[1] = {move_of("e1f1"), {}, 95};
  ranked[2] = {move_of("e1e2"), {}, 0};
  const LookaheadResult looked{.trust = 1, .mix = {{move_of("e1f1"), 1}}, .positions = 1};
  for (int turn = 1; turn <= 10; ++turn) {
    std::vector<RequestValue> drawn = ranked;
    Random random(1, turn, 1);
    put_drawn_first(drawn, looked, random);
    CHECK(format_move(drawn.front().request) == "e1f1");
  }
}
