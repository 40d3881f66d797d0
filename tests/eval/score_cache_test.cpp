#include "eval/score_cache.h"

#include <doctest/doctest.h>

#include <set>

#include "eval/static_evaluator.h"
#include "rules/notation.h"
#include "tests/eval/boards.h"

using namespace lanternfish;

namespace {

// The built-in evaluator, counting what it is asked.
class Counting : public Evaluator {
 public:
  explicit Counting(std::size_t& asked, bool stand_in = false) : asked_(asked), stand_in_(stand_in) {}
  void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
             const Sink& sink) override {
    asked_ += list.boards.size();
    StaticEvaluator(RbcTerms{}).score(list, effort, deadline, stop, [&](std::size_t i, BoardScores scores) {
      scores.stand_in = stand_in_;
      sink(i, scores);
    });
  }

 private:
  std::size_t& asked_;
  bool stand_in_;
};

std::multiset<std::size_t> ask(Evaluator& evaluator, const std::vector<Board>& boards, Effort effort = {}) {
  std::multiset<std::size_t> answered;
  evaluator.score(boards, effort, SteadyClock::now() + std::chrono::minutes(1), {},
                  [&](std::size_t index, const BoardScores& scores) {
                    answered.insert(index);
                    REQUIRE(scores.moves.size() == built_in_scores(boards[index]).size());
                  });
  return answered;
}

}  // namespace

TEST_CASE("score cache: a board is asked once, and answered every time") {
  std::size_t asked = 0;
  ScoreCache cache(std::make_unique<Counting>(asked), 8);
  std::vector<Board> boards = testing::random_play_boards(50, 1);
  boards.push_back(boards.front());
  boards.back().set_clocks(50, 60);  // not seen by any evaluator
  std::set<Key> distinct;
  for (const Board& board : boards) {
    distinct.insert(board.key());
  }
  CHECK(ask(cache, boards).size() == 51);
  CHECK(asked == distinct.size());
  CHECK(ask(cache, boards).size() == 51);
  CHECK(asked == distinct.size());
  CHECK(cache.hits() == 51);
  ask(cache, {boards.front()}, {.depth = 9});
  CHECK(asked == distinct.size() + 1);
  cache.new_game();
  ask(cache, {boards.front()});
  CHECK(asked == distinct.size() + 2);
}

TEST_CASE("score cache: keeps within its memory, the latest used last to go") {
  std::size_t asked = 0;
  ScoreCache cache(std::make_unique<Counting>(asked), 1);
  const std::vector<Board> boards = testing::random_play_boards(6'000, 2);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    ask(cache, {boards[i]});
    ask(cache, {boards[0]});
    REQUIRE(cache.bytes() <= 1 << 20);
  }
  CHECK(cache.bytes() > 900'000);
  const std::size_t before = asked;
  ask(cache, {boards[0]});
  CHECK(asked == before);
}

TEST_CASE("score cache: a question about some moves is one of its own, unless all are known") {
  std::size_t asked = 0;
  ScoreCache cache(std::make_unique<Counting>(asked), 8);
  const std::vector<Board> boards = {Board::start()};
  std::size_t answered = 0;
  const auto ask_for = [&](const std::vector<std::string>& texts, int depth) {
    std::vector<std::vector<Move>> moves(1);
    for (const std::string& text : texts) {
      moves[0].push_back(parse_move(text).value());
    }
    cache.score({boards, moves}, {.depth = depth}, Deadline::max(), {},
                [&](std::size_t, const BoardScores&) { ++answered; });
  };
  ask_for({"a2a3", "b2b3"}, 4);
  ask_for({"a2a3", "b2b3"}, 4);
  CHECK(asked == 1);
  ask_for({"a2a3", "b2b4"}, 4);
  ask_for({"a2a3", "b2b3"}, 6);
  CHECK(asked == 3);
  ask(cache, boards, {.depth = 4});
  CHECK(asked == 4);
  ask_for({"c2c4"}, 4);
  CHECK(asked == 4);
  CHECK(answered == 5);
}

TEST_CASE("score cache: a stand-in is not kept") {
  std::size_t asked = 0;
  ScoreCache cache(std::make_unique<Counting>(asked, true), 8);
  ask(cache, {Board::start()});
  ask(cache, {Board::start()});
  CHECK(asked == 2);
}
