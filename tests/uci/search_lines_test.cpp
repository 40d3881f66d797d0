#include "uci/search_lines.h"

#include <doctest/doctest.h>

#include "rules/notation.h"

using namespace lanternfish;

namespace {

const std::vector<Move> kLegal = {parse_move("a2a3").value(), parse_move("b2b3").value()};

}  // namespace

TEST_CASE("search lines: the deepest complete depth counts") {
  SearchLines lines(kLegal, 2);
  CHECK_FALSE(lines.complete());
  lines.add("info depth 1 seldepth 1 multipv 1 score cp 30 nodes 20 pv a2a3");
  CHECK_FALSE(lines.complete());
  lines.add("info depth 1 seldepth 1 multipv 2 score cp 10 nodes 20 pv b2b3 a7a6");
  lines.add("info depth 2 currmove b2b3 currmovenumber 1");
  lines.add("info depth 2 seldepth 3 multipv 1 score mate 3 upperbound pv b2b3");
  lines.add("info depth 2 seldepth 3 multipv 1 score mate 3 pv b2b3");
  REQUIRE(lines.complete());
  CHECK(lines.depth() == 1);
  CHECK(lines.scores()[0].taken == kLegal[0]);
  lines.add("info depth 2 seldepth 3 multipv 2 score mate -4 pv a2a3");
  lines.add("info depth 1 multipv 1 score cp 99 pv a2a3");  // late repetition of a shallower depth
  CHECK(lines.depth() == 2);
  CHECK(lines.scores()[0].score == Score::mates_in(3));
  CHECK(lines.scores()[1].score == Score::mated_in(4));
}

TEST_CASE("search lines: the scores of depth 1 are kept beside those of a deeper depth") {
  SearchLines lines(kLegal, 2);
  lines.add("info depth 1 multipv 1 score cp 30 pv a2a3");
  lines.add("info depth 1 multipv 2 score cp 10 pv b2b3");
  CHECK(lines.first_scores().empty());  // they are all there is
  for (const char* line : {"info depth 2 multipv 1 score cp 20 pv b2b3", "info depth 2 multipv 2 score cp 15 pv a2a3",
                           "info depth 3 multipv 1 score cp 25 pv b2b3", "info depth 3 multipv 2 score cp 5 pv a2a3"}) {
    lines.add(line);
  }
  REQUIRE(lines.first_scores().size() == 2);
  CHECK(lines.first_scores()[0].taken == kLegal[0]);
  CHECK(lines.first_scores()[0].score.cp() == 30);
  CHECK(lines.scores()[0].score.cp() == 25);
}

TEST_CASE("search lines: illegal, repeated and senseless lines complete nothing") {
  SearchLines lines(kLegal, 2);
  lines.add("info depth 1 multipv 1 score cp 30 pv a2a3");
  lines.add("info depth 1 multipv 2 score cp 30 pv e1e8");
  lines.add("info depth 1 multipv 3 score cp 30 pv b2b3");
  lines.add("info depth 1 multipv 2 score cp pv b2b3");
  lines.add("info depth 1 multipv 2 score mate 99999999 pv b2b3");
  lines.add("info string depth 1 multipv 2 score cp 30 pv b2b3");
  lines.add("");
  CHECK_FALSE(lines.complete());
  lines.add("info depth 1 multipv 2 score cp 30 pv a2a3");
  CHECK_FALSE(lines.complete());  // the same move twice
}

TEST_CASE("search lines: an engine without MultiPV names one move") {
  SearchLines lines(kLegal, 1);
  lines.add("info depth 7 score cp -12 pv b2b3 b7b6");
  REQUIRE(lines.complete());
  CHECK(lines.scores().size() == 1);
  CHECK(lines.scores()[0].score.cp() == -12);
}
