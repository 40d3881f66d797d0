#include "tools/web/play/person_view.h"

#include <chrono>
#include <thread>

#include <doctest/doctest.h>

#include "rules/notation.h"
#include "rules/rbc.h"

using namespace lanternfish;

namespace {

std::string words(const char* fen, const char* request) {
  const Board board = parse_fen(fen).value();
  const Move move = parse_move(request).value();
  const Outcome outcome = resolve(board, normalized_request(board, move));
  return request_in_words({move, outcome.taken, outcome.captured}, OwnSide(board, board.turn()));
}

}  // namespace

TEST_CASE("web: what became of a request is said in words") {
  CHECK(words("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d8") ==
        "The queen met a piece on the way to d8: it stopped on d5 and captured there.");
  CHECK(words("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5") == "The queen captured on d5.");
  CHECK(words("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d3") == "There was nothing to capture on d3: the turn is lost.");
  CHECK(words("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4") ==
        "The pawn was stopped: it stands on e3, and something is in front of it.");
  CHECK(words("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4") ==
        "The pawn could not go to e4: something is in the way, and the turn is lost.");
  CHECK(words("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1") == "You castled.");
  CHECK(words("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") == "The pawn captured en passant on d5.");
  CHECK(words("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "0000") == "You passed.");
}

TEST_CASE("web: a clock that runs is told as it is when it is told") {
  using std::chrono::milliseconds;
  PersonView view(kWhite, "somebody", false);
  view.begin({.rules = {}, .me = kWhite, .opponent = "somebody"});
  view.set_clocks({milliseconds(60'000), milliseconds(30)}, kWhite);
  std::this_thread::sleep_for(milliseconds(50));
  CHECK(view.json()["clocks"]["white"].get<int>() <= 59'950);
  CHECK(view.json()["clocks"]["black"] == 30);
  view.set_clocks({}, kBlack);  // where nothing is said, it is as it was
  std::this_thread::sleep_for(milliseconds(50));
  const int white = view.json()["clocks"]["white"].get<int>();
  CHECK(white <= 59'950);
  CHECK(view.json()["clocks"]["black"] == 0);
  view.fail("the end");
  std::this_thread::sleep_for(milliseconds(5));
  CHECK(view.json()["clocks"]["white"] == white);
}

TEST_CASE("web: what a window showed stays, and grows old by the turn") {
  PersonView view(kWhite, "somebody", false);
  view.begin({.rules = {}, .me = kWhite, .opponent = "somebody"});
  REQUIRE(view.observe(OpponentMoved{}).ok());
  REQUIRE(view.observe(Sensed{parse_window(parse_square("e7").value(), "qkb/ppp/3").value()}).ok());
  const Move e4 = parse_move("e2e4").value();
  REQUIRE(view.observe(Moved{e4, e4, kNoSquare}).ok());
  REQUIRE(view.observe(OpponentMoved{}).ok());
  const Json state = view.json();
  CHECK(state["seen"].size() == 11);  // the window, and e2 and e3, which the pawn left behind it
  for (const Json& sight : state["seen"]) {
    if (sight[0] == "e8") {
      CHECK(sight[1] == "k");
      CHECK(sight[2] == 1);
    }
  }
  // What contradicts the person's own pieces is refused and changes nothing.
  CHECK_FALSE(view.observe(OpponentMoved{parse_square("e5").value()}).ok());
  CHECK(view.json() == state);
}
