#include "engine/strategies/learned/sampled_belief.h"

#include <doctest/doctest.h>

#include <set>
#include <utility>

#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

SampledBelief held(Color side, std::initializer_list<const char*> fens) {
  SampledBelief belief;
  belief.side = side;
  for (const char* fen : fens) {
    belief.boards.push_back(board_of(fen));
  }
  return belief;
}

std::set<Key> keys(const SampledBelief& belief) {
  std::set<Key> keys;
  for (const Board& board : belief.boards) {
    keys.insert(board.key());
  }
  return keys;
}

}  // namespace

TEST_CASE("sampled belief: a sense keeps the boards that show the same window") {
  SampledBelief belief = held(
      kWhite, {"3rk3/8/8/8/8/8/8/4K3 w - - 0 1", "r3k3/8/8/8/8/8/8/4K3 w - - 0 1", "3rk3/7p/8/8/8/8/8/4K3 w - - 0 1"});
  take_sense(belief, square_of("d7"));
  CHECK(belief.boards.size() == 2);
  take_sense(belief, square_of("g6"));
  REQUIRE(belief.boards.size() == 1);
  CHECK(belief.boards[0].same_board(board_of("3rk3/8/8/8/8/8/8/4K3 w - - 0 1")));
}

TEST_CASE("sampled belief: an own move keeps the boards on which the same comes of it, and remembers it") {
  // A rook on its way stops at what it meets.
  SampledBelief belief = held(kWhite, {"4k3/8/8/8/8/8/p7/4K2R w - - 0 1", "4k3/7p/8/8/8/8/8/4K2R w - - 0 1",
                                       "3k4/8/8/8/8/8/1p6/4K2R w - - 0 1", "7k/8/8/8/8/8/8/4K2R w - - 0 1"});
  const Synopsis synopsis = take_synopsis(belief, Stage::kMove);
  const Outcome outcome = take_own_move(belief, move_of("h1h7"));
  CHECK(outcome == Outcome{move_of("h1h7"), kNoSquare});
  CHECK(belief.boards.size() == 3);
  CHECK(belief.last.taken == move_of("h1h7"));
  CHECK(belief.before == synopsis);
  CHECK_FALSE(belief.at_request);
}

TEST_CASE("sampled belief: boards on which the king fell are left out, unless he fell on the true one") {
  const auto boards = {"7r/8/8/8/8/8/8/k3K2R w - - 0 1", "7k/8/8/8/8/8/8/r3K2R w - - 0 1"};
  SampledBelief belief = held(kWhite, boards);
  take_own_move(belief, move_of("h1h8"));
  REQUIRE(belief.boards.size() == 1);
  CHECK(belief.boards[0].king(kBlack) != kNoSquare);
  SampledBelief won = held(kWhite, boards);
  std::swap(won.boards[0], won.boards[1]);
  take_own_move(won, move_of("h1h8"));
  CHECK(won.boards[0].king(kBlack) == kNoSquare);
}

TEST_CASE("sampled belief: an unseen move leads to every board with the same notice, the true one first") {
  SampledBelief belief = held(kWhite, {"4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "4k3/8/8/8/8/8/1p6/4K3 b - - 0 1"});
  std::set<Key> expected;
  for (const Board& board : belief.boards) {
    for (const Move request : requests(board, kBlack)) {
      Board child = board;
      const Outcome outcome = resolve(board, request);
      apply(child, outcome.taken);
      if (outcome.captured == kNoSquare) {
        expected.insert(child.key());
      }
    }
  }
  Board truth = belief.boards[0];
  apply(truth, move_of("e8e7"));
  Random random(1, 1, 1);
  take_opponent_move(belief, {move_of("e8e7"), kNoSquare}, random);
  CHECK(belief.boards[0].same_board(truth));
  CHECK(belief.boards.size() == expected.size());
  CHECK(keys(belief) == expected);
  CHECK(belief.last.opponent_capture == kNoSquare);
}

TEST_CASE("sampled belief: of too many boards a part is kept, all different") {
  SampledBelief belief = held(kBlack, {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"});
  Random random(1, 1, 1);
  take_opponent_move(belief, {move_of("e2e4"), kNoSquare}, random);
  CHECK(belief.boards.size() == 21);
  for (Board& board : belief.boards) {
    apply(board, kNullMove);
  }
  take_opponent_move(belief, {move_of("d2d4"), kNoSquare}, random);
  CHECK(belief.boards.size() == SampledBelief::kMaxBoards);
  CHECK(keys(belief).size() == belief.boards.size());
}

TEST_CASE("sampled belief: a capture of the king is certain only where one request does it on all boards") {
  SampledBelief belief = held(kWhite, {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "4k3/8/8/8/8/8/3p4/4RK2 w - - 0 1"});
  CHECK(certain_king_capture(belief) == move_of("e1e8"));
  belief.boards.push_back(board_of("4k3/4p3/8/8/8/8/8/4RK2 w - - 0 1"));
  CHECK_FALSE(certain_king_capture(belief));
  CHECK(certain_king_capture(held(kWhite, {"k7/1P6/8/8/8/8/8/4K3 w - - 0 1"})) == move_of("b7a8q"));
}
