#include "engine/board_scoring.h"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <set>
#include <thread>

#include "tests/engine/seat.h"
#include "tests/engine/tables.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

// Says what it is told to about each move, by depth, and remembers what it was asked.
class Told : public Evaluator {
 public:
  using Opinion = std::function<int(const std::string& move, int depth)>;  // centipawns
  // Deeper than `deepest` it finds nothing before the deadline.
  explicit Told(Opinion opinion, int deepest = 100) : opinion_(std::move(opinion)), deepest_(deepest) {}

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

// White's first request, with half a second for it.
std::string first_request(Told& evaluator, int contenders, bool deeper_on_few = false) {
  Config config = seeded(Strategy::kLanternfish);
  config.contenders = contenders;
  config.safety_margin = 0;
  config.depth_by_boards = deeper_on_few;
  ThreadPool threads(1);
  AgentReports reports;
  reports.warning = [](Trouble, const std::string& text) { FAIL(text); };
  Agent agent(config, evaluator, threads, reports);
  const std::array<Observation, 2> history = {OpponentMoved{kNoSquare}, Sensed{sense(Board::start(), square_of("e2"))}};
  REQUIRE(agent.set_position(Board::start(), kWhite, history));
  TurnLimits limits;
  limits.move_time = 500;
  return format_move(agent.choose_move(limits, {}, {}));
}

}  // namespace

TEST_CASE("board scoring: where time is left the contenders alone are searched deeper, and the deepest word counts") {
  const auto opinion = [](const std::string& move, int depth) {
    return move == "e2e4" ? (depth < 8 ? 100 : -300) : move == "d2d4" ? 50 : move == "a2a3" ? -50 : -400;
  };
  Told some(opinion);
  CHECK(first_request(some, 5) == "d2d4");
  CHECK(some.asked().at(4).size() == 21);
  CHECK(some.asked().at(6) == std::set<std::string>{"a2a3", "d2d4", "e2e4"});
  CHECK(some.asked().at(10).contains("d2d4"));
  CHECK_FALSE(some.asked().at(10).contains("e2e4"));
  Told all(opinion);
  CHECK(first_request(all, 0) == "d2d4");
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
  Told told(opinion);
  CHECK(first_request(told, 2) == "h2h3");
  CHECK(told.asked().at(6) == std::set<std::string>{"d2d4", "e2e4", "g1f3", "h2h3"});
}

TEST_CASE("board scoring: where one board is left all moves are searched deeper, but not in place of a first look") {
  const auto opinion = [](const std::string& move, int depth) {
    return move == "h2h3" ? (depth > 4 ? 300 : -300) : move == "a2a3" ? 50 : -100;
  };
  Told quick(opinion);
  CHECK(first_request(quick, 2, true) == "h2h3");
  CHECK(quick.asked().at(4).size() == 21);
  CHECK(quick.asked().upper_bound(4)->second.size() == 21);
  // A board may take the engine much longer than others do.
  Told slow(opinion, 4);
  CHECK(first_request(slow, 2, true) == "a2a3");
}
