#include "tools/train/label_boards.h"

#include <doctest/doctest.h>

#include <set>

#include "belief/belief.h"
#include "eval/static_evaluator.h"
#include "game/referee.h"
#include "nets/board_planes.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

RecordedGame short_game() {
  Referee referee({.turn_limit = 8});
  const char* const moves[] = {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "d7d6"};
  for (const char* move : moves) {
    referee.notify();
    referee.sense(square_of("e4"));
    REQUIRE(referee.move(move_of(move)));
  }
  while (!referee.over()) {
    referee.notify();
    referee.sense(kNoSquare);
    REQUIRE(referee.move(kNullMove));
  }
  return recorded_game(referee.record({"one", "two"})).value();
}

}  // namespace

TEST_CASE("label boards: boards are those that their player holds possible at its request, the same each time") {
  const RecordedGame game = short_game();
  ThreadPool threads(1);
  const BoardChoice choice{.turns = 4, .boards_a_turn = 3};
  const std::vector<Board> boards = boards_of_beliefs(game, choice, threads);
  CHECK(boards == boards_of_beliefs(game, choice, threads));
  std::size_t next = 0;
  for (const Color me : {kWhite, kBlack}) {
    Belief belief(game.start, me, {}, threads, MoveModelKind::kFitted);
    for (int turn = 0; turn < choice.turns; ++turn) {
      const RecordedTurn& recorded = game.turns[me][static_cast<std::size_t>(turn)];
      REQUIRE(belief.observe(recorded.notice).ok());
      REQUIRE(belief.observe(recorded.sensed).ok());
      const std::size_t wanted = std::min<std::size_t>(3, belief.boards().size());
      std::set<Key> seen;
      for (std::size_t i = 0; i < wanted; ++i, ++next) {
        REQUIRE(next < boards.size());
        CHECK(boards[next].turn() == me);
        CHECK(belief.probability(boards[next]) > 0);
        CHECK(seen.insert(boards[next].key()).second);
      }
      REQUIRE(belief.observe(*recorded.moved).ok());
    }
  }
  CHECK(next == boards.size());
}

TEST_CASE("label boards: the label is the best move and what it is worth") {
  const auto label = [](const char* fen) {
    const Board board = board_of(fen);
    return labelled_board(board, built_in_answer(board, {}), "game.json", 7, "built-in");
  };
  const TrainingGame takes = label("4r2k/8/8/8/8/8/8/4K3 b - - 0 1");
  CHECK(takes.file == "game.json#7");
  CHECK(takes.held_out == is_held_out("game.json"));
  CHECK(takes.players[kWhite].decisions.empty());
  const TrainingSequence& black = takes.players[kBlack];
  REQUIRE(black.decisions.size() == 1);
  CHECK(black.decisions[0].stage == Stage::kMove);
  CHECK(black.decisions[0].action == move_code(move_of("e8e1"), kBlack));
  CHECK(black.decisions[0].planes == board_planes(board_of("4r2k/8/8/8/8/8/8/4K3 b - - 0 1")));
  CHECK(black.outcome == 1);
  const TrainingSequence even = label("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1").players[kWhite];
  CHECK(std::abs(even.outcome) < 0.3);
  const TrainingSequence lost = label("4k3/4p3/8/8/8/8/3qq3/K7 w - - 0 1").players[kWhite];
  CHECK(lost.outcome < -0.9);
}
