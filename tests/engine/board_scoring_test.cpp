#include "engine/board_scoring.h"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <set>
#include <thread>

#include "engine/exact_player.h"
#include "engine/move_choice.h"
#include "tests/engine/seat.h"
#include "tests/engine/tables.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

// Says what it is told to about each move, by depth, and remembers what it was asked.
class ScriptedEvaluator : public Evaluator {
 public:
  using Opinion = std::function<int(const std::string& move, int depth)>;  // centipawns
  // Deeper than `deepest` it finds nothing before the deadline.
  explicit ScriptedEvaluator(Opinion opinion, int deepest = 100) : opinion_(std::move(opinion)), deepest_(deepest) {}

  void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token,
             const Sink& sink) override {
    if (effort.depth > deepest_) {
      std::this_thread::sleep_until(deadline);
      return;
    }
    for (std::size_t i = 0; i < list.boards.size(); ++i) {
      BoardScores scores = built_in_answer(list.boards[i], RbcTerms{});
      for (MoveScore& move : scores.moves) {
        move.score = cp(opinion_(format_move(move.taken), effort.depth));
      }
      const std::span<const Move> moves = list.moves_of(i);
      if (!moves.empty()) {
        std::erase_if(scores.moves, [&](const MoveScore& m) {
          return std::find(moves.begin(), moves.end(), m.taken) == moves.end();
        });
        scores.some_moves = true;
      }
      std::stable_sort(scores.moves.begin(), scores.moves.end(),
                       [](const MoveScore& a, const MoveScore& b) { return a.score > b.score; });
      for (const MoveScore& move : scores.moves) {
        asked_[effort.depth].insert(format_move(move.taken));
      }
      sink(i, scores);
    }
  }

  const std::map<int, std::set<std::string>>& asked() const { return asked_; }

 private:
  Opinion opinion_;
  int deepest_;
  std::map<int, std::set<std::string>> asked_;  // moves by depth
};

// Takes a tenth of a second from depth 10 on, however deep.
class SlowWhenDeep : public ScriptedEvaluator {
 public:
  using ScriptedEvaluator::ScriptedEvaluator;

  void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
             const Sink& sink) override {
    if (effort.depth >= 10) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    ScriptedEvaluator::score(list, effort, deadline, std::move(stop), sink);
  }
};

// The player's requests in its first turn, or those of them that are `allowed`, on so many boards, within so much time.
ScoreTable first_requests(Color me, std::size_t boards, std::chrono::milliseconds time, Evaluator& evaluator,
                          const Deepening& deepening, std::vector<Move> allowed = {}, const Effort& effort = {}) {
  const Config config = seeded(Strategy::kLanternfish);
  ThreadPool threads(1);
  Random random(1, 1, 1);
  Belief belief(Board::start(), me, {}, threads, MoveModelKind::kFitted);
  REQUIRE(belief.observe(OpponentMoved{}).ok());
  REQUIRE(belief.observe(Sensed{}).ok());
  Situation situation{.config = config,
                      .belief = belief,
                      .evaluator = evaluator,
                      .threads = threads,
                      .random = random,
                      .log = GameLog::none(),
                      .time_left_ms = {},
                      .budget = {.deadline = SteadyClock::now() + time, .effort = effort},
                      .report = [](CandidateReport) {}};
  const BoardSample sample = sample_boards(belief.boards(), boards, random);
  if (allowed.empty()) {
    allowed = requests(belief.own().pieces(), me);
  }
  return score_sample(situation, sample, std::move(allowed), RbcTerms{}, never_settled, deepening);
}

// The best of White's first requests after half a second.
std::string best_request(ScriptedEvaluator& evaluator, const Deepening& deepening) {
  const ScoreTable table = first_requests(kWhite, 1, std::chrono::milliseconds(500), evaluator, deepening);
  return format_move(rank_requests(table, {}).front().request);
}

// At most `limit` of those near the best.
Deepening deeper_for(int limit, bool by_time = false) {
  return {.contenders = [limit](const ScoreTable& table) { return contenders(rank_requests(table, {}), limit, 200); },
          .by_time = by_time};
}

}  // namespace

TEST_CASE("board scoring: where time is left the contenders alone are searched deeper, and the deepest word counts") {
  const auto opinion = [](const std::string& move, int depth) {
    return move == "e2e4" ? (depth < 8 ? 100 : -300) : move == "d2d4" ? 50 : move == "a2a3" ? -50 : -400;
  };
  ScriptedEvaluator some(opinion);
  CHECK(best_request(some, deeper_for(5)) == "d2d4");
  CHECK(some.asked().at(4).size() == 21);
  CHECK(some.asked().at(6) == std::set<std::string>{"a2a3", "d2d4", "e2e4"});
  CHECK(some.asked().at(10).contains("d2d4"));
  CHECK_FALSE(some.asked().at(10).contains("e2e4"));
  ScriptedEvaluator all(opinion);
  CHECK(best_request(all, {}) == "d2d4");
  CHECK(all.asked().at(10).size() == 21);
}

TEST_CASE("board scoring: a request that comes to be a contender is searched as deep as the others were") {
  // Deeper, all look bad that looked good; one thought bad is the best there is, and one that looked fair is worse
  // still.
  const auto opinion = [](const std::string& move, int depth) {
    const bool deep = depth > 4;
    return move == "e2e4" || move == "d2d4" ? (deep ? -600 : 100)
           : move == "g1f3"                 ? (deep ? -900 : -150)
           : move == "h2h3"                 ? -200
                                            : -700;
  };
  ScriptedEvaluator told(opinion);
  CHECK(best_request(told, deeper_for(2)) == "h2h3");
  CHECK(told.asked().at(6) == std::set<std::string>{"d2d4", "e2e4", "g1f3", "h2h3"});
}

TEST_CASE(
    "board scoring: beside the contenders the best move on the board is searched, by which is said what they lose") {
  const auto opinion = [](const std::string& move, int depth) {
    return move == "0000" ? 400 : move == "e2e4" ? 300 : move == "a2a3" && depth > 4 ? -10 : -20;
  };
  ScriptedEvaluator evaluator(opinion);
  const std::vector<Move> allowed = {parse_move("a2a3").value()};
  first_requests(kWhite, 1, std::chrono::milliseconds(500), evaluator, deeper_for(5), allowed);
  CHECK(evaluator.asked().at(6) == std::set<std::string>{"a2a3", "e2e4"});
}

TEST_CASE("board scoring: what comes to nothing is searched deeper where the board is known") {
  const auto opinion = [](const std::string& move, int) { return move == "0000" ? 40 : move == "e7e5" ? 30 : -500; };
  for (const auto& [boards, searched] : {std::pair{1, true}, {21, false}}) {
    CAPTURE(boards);
    ScriptedEvaluator evaluator(opinion);
    const std::vector<Move> allowed = {kNullMove, parse_move("e7e5").value()};
    first_requests(kBlack, static_cast<std::size_t>(boards), std::chrono::milliseconds(500), evaluator, deeper_for(5),
                   allowed);
    CHECK(evaluator.asked().at(6).contains("e7e5"));
    CHECK(evaluator.asked().at(6).contains("0000") == searched);
  }
}

TEST_CASE("board scoring: where one board is left all moves are searched deeper, but not in place of a first look") {
  const auto opinion = [](const std::string& move, int depth) {
    return move == "h2h3" ? (depth > 4 ? 300 : -300) : move == "a2a3" ? 50 : -100;
  };
  ScriptedEvaluator quick(opinion);
  CHECK(best_request(quick, deeper_for(2, true)) == "h2h3");
  CHECK(quick.asked().at(4).size() == 21);
  CHECK(quick.asked().upper_bound(4)->second.size() == 21);
  // A board may take the engine much longer than others do.
  ScriptedEvaluator slow(opinion, 4);
  CHECK(best_request(slow, deeper_for(2, true)) == "a2a3");
}

TEST_CASE("board scoring: deep looks go on while the next one is likely to end in time") {
  SlowWhenDeep evaluator([](const std::string& /*move*/, int /*depth*/) { return 0; });
  best_request(evaluator, deeper_for(5));
  CHECK(evaluator.asked().rbegin()->first > 10);
}

TEST_CASE("board scoring: where there is time for few boards to the usual depth, all are looked at to depth 1") {
  const auto opinion = [](const std::string& /*move*/, int /*depth*/) { return 0; };
  const auto first_depth_within = [&](int ms, bool by_time) {
    ScriptedEvaluator evaluator(opinion, 4);
    const ScoreTable table =
        first_requests(kBlack, 100, std::chrono::milliseconds(ms), evaluator, {.contenders = {}, .by_time = by_time});
    CHECK(table.rows().size() == 21);
    return evaluator.asked().begin()->first;
  };
  CHECK(first_depth_within(500, true) == 4);
  CHECK(first_depth_within(30, true) == 1);
  CHECK(first_depth_within(30, false) == 4);
}

TEST_CASE("board scoring: a first look too deep for the time leaves the scores of a shallow one") {
  const auto opinion = [](const std::string& move, int /*depth*/) { return move == "a2a3" ? 100 : 0; };
  for (const bool by_time : {false, true}) {
    CAPTURE(by_time);
    ScriptedEvaluator evaluator(opinion, 4);
    const Deepening deepening{.contenders = {}, .by_time = by_time};
    const ScoreTable table =
        first_requests(kWhite, 1, std::chrono::milliseconds(300), evaluator, deepening, {}, {.depth = 16});
    CHECK(format_move(rank_requests(table, {}).front().request) == "a2a3");
  }
}
