#include "tools/train/drawn_examples.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "belief/belief.h"
#include "nets/board_stack.h"
#include "tests/train/small_games.h"
#include "tools/train/make_examples.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

std::vector<LikelyBoard> all_boards(const Belief& belief, int quiet_plies) {
  std::vector<LikelyBoard> boards;
  belief.boards().for_each([&](const Hypothesis& h) {
    boards.push_back({unpack(h, belief.own()), h.weight});
    boards.back().board.set_clocks(quiet_plies, boards.back().board.fullmove_number());
  });
  std::stable_sort(boards.begin(), boards.end(),
                   [](const LikelyBoard& a, const LikelyBoard& b) { return a.probability > b.probability; });
  return boards;
}

// Of a step: the planes of each board as text, with how often it comes, so that the order does not matter; and the
// rest.
std::map<std::string, int> parts_of(const PlaneList& step) {
  std::map<int, std::string> by_board;
  for (const Plane& plane : step) {
    const bool is_board = plane.index < kStackBoards * kPlanesPerBoard;
    const int place = is_board ? plane.index / kPlanesPerBoard : kStackBoards;
    const int index = is_board ? plane.index % kPlanesPerBoard : plane.index;
    by_board[place] += fmt::format("{}:{:x}:{:.4f} ", index, plane.squares, plane.value);
  }
  std::map<std::string, int> parts;
  for (const auto& [place, text] : by_board) {
    ++parts[text];
  }
  return parts;
}

}  // namespace

TEST_CASE("stacks: the decisions are the game's, and their planes are the boards that the player held possible then") {
  const RecordedGame game = clear_game();
  ThreadPool threads(1);
  const TrainingGame examples = stack_examples(game, "a.json", "content", 1, threads).value().at(0);
  CHECK(examples == stack_examples(game, "a.json", "content", 1, threads).value().at(0));
  const TrainingGame history = history_examples(game, "a.json", "content").value();
  int compared = 0;
  for (const Color me : {kWhite, kBlack}) {
    const auto& decisions = examples.players[me].decisions;
    REQUIRE(decisions.size() == history.players[me].decisions.size());
    Belief belief(game.start, me, {}, threads);
    int quiet_plies = me == kWhite ? -1 : 0;  // the first notice stands for no move
    std::size_t next = 0;
    const auto check = [&] {
      CHECK(decisions[next].action == history.players[me].decisions[next].action);
      if (belief.boards().size() <= kStackBoards) {
        CHECK(parts_of(decisions[next].planes) == parts_of(stack_step(all_boards(belief, quiet_plies))));
        ++compared;
      }
      ++next;
    };
    for (const RecordedTurn& turn : game.turns[me]) {
      quiet_plies = turn.notice.captured == kNoSquare ? quiet_plies + 1 : 0;
      REQUIRE(belief.observe(turn.notice).ok());
      check();
      REQUIRE(belief.observe(turn.sensed).ok());
      check();
      const bool pawn = belief.own().pieces().piece_at(turn.moved->taken.from).type == kPawn;
      quiet_plies = pawn || turn.moved->captured != kNoSquare ? 0 : quiet_plies + 1;
      REQUIRE(belief.observe(*turn.moved).ok());
    }
    // The input of a decision shows the request before it, then the decision's own step.
    CHECK(input_of(stack_shape(), examples.players[me], 3) == board_stack(decisions[1].planes, decisions[3].planes));
  }
  CHECK(compared > 8);
}

TEST_CASE("stacks: the first draw leaves no board out, further draws some, and a game held out is drawn once") {
  const RecordedGame game = clear_game();
  ThreadPool threads(1);
  const auto& [trained, held_out] = file_names();
  const auto draws = stack_examples(game, trained, "content", 2, threads).value();
  REQUIRE(draws.size() == 2);
  CHECK(draws[1].file == trained + "#1");
  std::size_t all = 0, kept = 0;
  const auto boards_of = [](const TrainingDecision& decision) {
    const auto parts = decision.planes;
    return std::count_if(parts.begin(), parts.end(), [](const Plane& plane) {
      return plane.index < kStackBoards * kPlanesPerBoard && plane.index % kPlanesPerBoard == kPlanesPerBoard - 1;
    });
  };
  for (const Color me : {kWhite, kBlack}) {
    for (std::size_t i = 0; i < draws[0].players[me].decisions.size(); ++i) {
      CHECK(draws[1].players[me].decisions[i].action == draws[0].players[me].decisions[i].action);
      all += static_cast<std::size_t>(boards_of(draws[0].players[me].decisions[i]));
      kept += static_cast<std::size_t>(boards_of(draws[1].players[me].decisions[i]));
      CHECK(boards_of(draws[1].players[me].decisions[i]) > 0);
    }
  }
  CHECK(kept < all);
  CHECK(kept > all * 8 / 10);
  CHECK(stack_examples(game, held_out, "content", 2, threads).value().size() == 1);
}
