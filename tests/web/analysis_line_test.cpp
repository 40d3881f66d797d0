#include "tools/web/look/analysis_line.h"

#include <doctest/doctest.h>

#include <string>

#include "game/plies_json.h"
#include "rules/notation.h"
#include "tools/web/look/look_game.h"

using namespace lanternfish;

namespace {

Result<AnalysisLine> line_of(const std::string& json) { return read_json(json, read_analysis_line); }

}  // namespace

TEST_CASE("web: turns by hand are played by the referee, and the next one is open") {
  const auto line = line_of(R"({"plies": [["e7", "e2e4"], ["none", "d7d5"], ["d5", "e4d5"]]})");
  REQUIRE(line.ok());
  CHECK_FALSE(line->only.has_value());
  const Json plies = plies_json(line->game);
  REQUIRE(plies.size() == 4);
  CHECK(plies[2]["capture"] == "d5");
  CHECK(plies[3]["captured"] == "d5");
  CHECK(plies[3]["sense"] == "none");
  CHECK_FALSE(plies[3].contains("taken"));
  // Where a sense is made, its request is what is open.
  CHECK(plies_json(line_of(R"({"plies": [["e7"]]})")->game).size() == 1);
  // And after a king nothing is.
  const auto won = line_of(R"({"start": "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "plies": [["e7", "e2e8"]]})");
  REQUIRE(won.ok());
  CHECK(won->game.turns[kWhite].back().takes_king);
  CHECK(won->game.turns[kBlack].empty());
}

TEST_CASE("web: what cannot be played by hand is named") {
  const auto wrong = [](const char* json) {
    const auto line = line_of(json);
    REQUIRE_FALSE(line.ok());
    return line.error();
  };
  CHECK(wrong(R"({"plies": [["e7", "e2e5"]]})").find("turn 1") == 0);
  CHECK(wrong(R"({"plies": [["x9", "e2e4"]]})").find("turn 1") == 0);
  CHECK(wrong(R"({"plies": [["e7"], ["e2", "e7e5"]]})").find("turn 2") == 0);
  CHECK(wrong(R"({"start": "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "plies": [["e7", "e2e8"], ["e2"]]})").find("turn 2") ==
        0);
  CHECK_FALSE(wrong(R"({"start": "no position"})").empty());
  CHECK_FALSE(wrong(R"({"plies": [[]]})").empty());
  CHECK_FALSE(wrong(R"({"position": "isready"})").empty());
  CHECK_FALSE(wrong(R"({"position": "position startpos color black history sense e3"})").empty());
  CHECK_FALSE(wrong(R"({"position": "position startpos color white"})").empty());
}

TEST_CASE("web: of a private history the own turns are known, and of the boards the own pieces") {
  const auto line = line_of(
      R"({"position": "position startpos color black history opponent capture none sense e3 result 3/3/PPP move requested d7d5 taken d7d5 capture none opponent capture d5"})");
  REQUIRE(line.ok());
  CHECK(line->only == kBlack);
  const Json plies = plies_json(line->game);
  REQUIRE(plies.size() == 2);
  CHECK(plies[0]["side"] == "black");
  CHECK(plies[0]["taken"] == "d7d5");
  CHECK(plies[0]["before"].get<std::string>().find("rnbqkbnr/pppppppp/8/8/8/8/8/8 ") == 0);
  CHECK(plies[1]["captured"] == "d5");
  CHECK(plies[1]["before"].get<std::string>().find("rnbqkbnr/ppp1pppp/8/8/8/8/8/8 ") == 0);
}

TEST_CASE("web: a longer line takes over what was computed of its beginning, and no more") {
  const auto game_of = [](const char* json) {
    return std::make_shared<LookGame>("id", "", line_of(json)->game, LookGame::Kind::kByHand);
  };
  const auto parent = game_of(R"({"plies": [["e7", "e2e4"], ["e3", "d7d5"]]})");
  const Json step = {{"boards", 1}, {"deferred", 0}};
  for (const Color side : {kWhite, kBlack}) {
    for (const Step kind : {Step::kNotice, Step::kSense, Step::kMove}) {
      parent->add_step(side, 0, kind, step);
    }
    parent->add_verdict(side, 0, {{"request", "e2e4"}});
  }
  const auto branch = game_of(R"({"plies": [["e7", "e2e4"], ["e4", "d7d5"]]})");
  branch->inherit(*parent);
  CHECK(branch->step(kWhite, 0, Step::kMove) == parent->step(kWhite, 0, Step::kMove));
  CHECK(branch->step(kBlack, 0, Step::kNotice) != nullptr);
  CHECK(branch->step(kBlack, 0, Step::kSense) == nullptr);
  CHECK(branch->first_unjudged(kWhite) == 1);
  CHECK(branch->first_unjudged(kBlack) == 0);
  const auto elsewhere = game_of(R"({"start": "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "plies": [["e7", "e2e4"]]})");
  elsewhere->inherit(*parent);
  CHECK(elsewhere->step(kWhite, 0, Step::kNotice) == nullptr);
}
