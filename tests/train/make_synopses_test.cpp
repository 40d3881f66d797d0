#include "tools/train/make_synopses.h"

#include <doctest/doctest.h>

#include "belief/belief.h"
#include "game/referee.h"
#include "nets/synopsis.h"
#include "tests/notation_helpers.h"
#include "tools/train/make_examples.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

// Both sense where the other has just moved, so that few boards are possible.
RecordedGame clear_game() {
  Referee referee({.turn_limit = 6});
  const std::pair<const char*, const char*> turns[] = {{"e7", "e2e4"}, {"e3", "d7d5"}, {"d6", "e4d5"}, {"d4", "d8d5"},
                                                       {"d6", "b1c3"}, {"c3", "d5a5"}, {"b5", "g1f3"}, {"f3", "g8f6"},
                                                       {"f7", "f1c4"}, {"d3", "c7c6"}, {"c6", "d2d3"}, {"d3", "e7e6"}};
  for (const auto& [square, request] : turns) {
    referee.notify();
    referee.sense(square_of(square));
    REQUIRE(referee.move(move_of(request)));
  }
  return recorded_game(referee.record({"one", "two"})).value();
}

std::vector<Board> all_boards(const Belief& belief) {
  std::vector<Board> boards;
  belief.boards().for_each([&](const Hypothesis& h) { boards.push_back(unpack(h, belief.own())); });
  return boards;
}

// Compares with the synopsis of the whole belief, where it is small enough to be drawn whole.
void check_planes(const PlaneList& planes, const Synopsis& whole, std::size_t boards, int& compared) {
  if (boards <= 128) {
    CHECK(planes == plane_list(whole));
    ++compared;
  }
}

}  // namespace

TEST_CASE("synopses: the decisions are the game's, and their planes sum up what the player held possible then") {
  const RecordedGame game = clear_game();
  ThreadPool threads(1);
  const TrainingGame examples = synopsis_examples(game, "a.json", "content", 1, threads).value().at(0);
  CHECK(examples == synopsis_examples(game, "a.json", "content", 1, threads).value().at(0));
  const TrainingGame history = history_examples(game, "a.json", "content").value();
  CHECK(examples.hash == history.hash);
  int compared = 0;
  for (const Color me : {kWhite, kBlack}) {
    const auto& decisions = examples.players[me].decisions;
    REQUIRE(decisions.size() == history.players[me].decisions.size());
    CHECK(examples.players[me].player == history.players[me].player);
    Belief belief(game.start, me, {}, threads);
    LastEvents last;
    Synopsis before{};
    std::size_t next = 0;
    for (const RecordedTurn& turn : game.turns[me]) {
      last.opponent_capture = turn.notice.captured;
      REQUIRE(belief.observe(turn.notice).ok());
      CHECK(decisions[next].action == history.players[me].decisions[next].action);
      const auto synopsis = [&](Stage stage) {
        return make_synopsis(all_boards(belief), me, stage, last, next < 2 ? nullptr : &before);
      };
      check_planes(decisions[next].planes, synopsis(Stage::kSense), belief.boards().size(), compared);
      REQUIRE(belief.observe(turn.sensed).ok());
      const Synopsis at_request = synopsis(Stage::kMove);
      CHECK(decisions[next + 1].stage == Stage::kMove);
      check_planes(decisions[next + 1].planes, at_request, belief.boards().size(), compared);
      REQUIRE(belief.observe(*turn.moved).ok());
      before = at_request;
      last = {.taken = turn.moved->taken, .own_capture = turn.moved->captured};
      next += 2;
    }
  }
  CHECK(compared > 8);
}
