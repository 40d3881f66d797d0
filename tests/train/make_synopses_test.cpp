#include "tools/train/drawn_examples.h"

#include <doctest/doctest.h>

#include "belief/belief.h"
#include "nets/synopsis.h"
#include "tests/notation_helpers.h"
#include "tests/train/small_games.h"
#include "tools/train/make_examples.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

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

TEST_CASE("synopses: each draw has the same decisions with other boards, and a game held out is drawn once") {
  const RecordedGame game = blind_game();
  ThreadPool threads(1);
  const auto& [trained, held_out] = file_names();
  const auto draws = synopsis_examples(game, trained, "content", 3, threads).value();
  REQUIRE(draws.size() == 3);
  CHECK(draws[0] == synopsis_examples(game, trained, "content", 1, threads).value().at(0));
  CHECK(draws[1].file == trained + "#1");
  CHECK(draws[2].file == trained + "#2");
  for (const Color me : {kWhite, kBlack}) {
    int differ = 0;
    const auto& decisions = draws[0].players[me].decisions;
    REQUIRE(decisions.size() == 6);
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      CHECK(draws[1].players[me].decisions[i].action == decisions[i].action);
      differ += draws[1].players[me].decisions[i].planes != decisions[i].planes ? 1 : 0;
    }
    CHECK(differ > 0);
  }
  CHECK(synopsis_examples(game, held_out, "content", 3, threads).value().size() == 1);
}
