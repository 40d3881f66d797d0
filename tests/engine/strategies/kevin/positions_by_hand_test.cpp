// Positions made by hand in which the average over what both sides would do if they saw everything goes wrong, and
// others in which it is right and a look ahead must not be cleverer. Each says what is right and why. `average` is what
// today's player goes by, `value` what the look ahead finds.

#include <doctest/doctest.h>

#include <string>

#include "tests/engine/strategies/kevin/questions.h"

using namespace lanternfish;
using namespace lanternfish::testing;
using lookahead::look_ahead;
using lookahead::Outlook;
using lookahead::RequestOutlook;

namespace {

constexpr double kKingWon = lookahead::kCentipawns;

// Against an opponent that plays its best.
Outlook against_best(const QuestionOnBoards& asked) { return look_ahead(asked.question, {.max_positions = 200'000}); }

std::string best_on_average(const Outlook& outlook) {
  REQUIRE(!outlook.requests.empty());
  return format_move(
      std::max_element(outlook.requests.begin(), outlook.requests.end(), [](const auto& a, const auto& b) {
        return a.average < b.average;
      })->request);
}

}  // namespace

TEST_CASE("by hand: a knight may be taken, or the king struck at from one of four sides: the strike is worth more") {
  // As in look_ahead_test.cpp, each strike wins the king once in four. The king's capture of a2, or the bishop's of c8,
  // wins a knight for sure. On average, if Black saw everything, nothing but the knight is to be had.
  struct Case {
    const char *fen, *capture;
  };
  for (const Case& c : {Case{"7k/2p3p1/Bp6/8/6R1/8/nPP5/1K2R3 w - - 0 30", "b1a2"},
                        Case{"2n4k/2p3p1/Bp6/8/6R1/8/1PP5/1K2R3 w - - 0 30", "a6c8"}}) {
    CAPTURE(std::string(c.capture));
    const Outlook outlook =
        against_best(QuestionOnBoards({c.fen}, {"e1e8", "g4h4", "a6c4", "a6d3", c.capture, "b2b3"}));
    CHECK(best_on_average(outlook) == c.capture);
    CHECK(outlook_of(outlook, c.capture).probability < 0.05);
    for (const char* strike : {"e1e8", "g4h4", "a6c4", "a6d3"}) {
      CAPTURE(std::string(strike));
      CHECK(outlook_of(outlook, strike).value > outlook_of(outlook, c.capture).value + 150);
      CHECK(outlook_of(outlook, strike).probability > 0.15);
      CHECK(outlook_of(outlook, strike).probability < 0.35);
    }
  }
}

TEST_CASE("by hand: a strike that captures is no secret, and three others are not enough") {
  // One of the four strikes takes a knight on e8. Black hears of the capture and steps to h7; it has only the other
  // three to look for, and sees enough. What is left is the knight, as on average.
  const Outlook outlook = against_best(QuestionOnBoards({"4n2k/2p3p1/Bp6/8/6R1/8/1PP5/1K2R3 w - - 0 30"},
                                                        {"e1e8", "g4h4", "a6c4", "a6d3", "b1a2", "b2b3"}));
  CHECK(best_on_average(outlook) == "e1e8");
  CHECK(best_of(outlook) == "e1e8");
  CHECK(outlook_of(outlook, "e1e8").probability > 0.9);
  for (const RequestOutlook& looked : outlook.requests) {
    CHECK(looked.value < looked.average + 100);
  }
}

TEST_CASE("by hand: Black strikes as White does") {
  // The four ways with colours and ranks exchanged.
  const Outlook outlook = against_best(QuestionOnBoards({"1k2r3/1pp5/8/6r1/8/bP6/2P3P1/7K b - - 0 30"},
                                                        {"e8e1", "g5h5", "a3c5", "a3d6", "b8a7", "b7b6"}));
  for (const char* strike : {"e8e1", "g5h5", "a3c5", "a3d6"}) {
    CAPTURE(std::string(strike));
    CHECK(outlook_of(outlook, strike).probability > 0.15);
    CHECK(outlook_of(outlook, strike).probability < 0.35);
    CHECK(outlook_of(outlook, strike).value > outlook_of(outlook, "b8a7").value + 150);
  }
}

TEST_CASE("by hand: an attacked queen that may flee to three squares, each covered, is caught once in two") {
  // The knight attacks the queen. On a4, h5 and d6 a pawn covers her, and no window shows two of the four squares where
  // she may be, d1 among them. On average she is lost wherever she goes, and the step of the king is as good as any.
  // Black sees one square and guesses among three: 1/4 + 3/4 * 1/3.
  const Outlook outlook =
      against_best(QuestionOnBoards({"6k1/2p5/6p1/1p6/8/4n3/8/3Q3K w - - 0 30"}, {"d1a4", "d1h5", "d1d6", "h1g1"}));
  for (const RequestOutlook& looked : outlook.requests) {
    CAPTURE(format_move(looked.request));
    CHECK(looked.value > looked.average + 300);
    CHECK(looked.probability > 0.15);
    CHECK(looked.probability < 0.35);
  }
}

TEST_CASE("by hand: with one square to flee to less, a queen is caught more often") {
  const std::string fen = "6k1/2p5/6p1/1p6/8/4n3/8/3Q3K w - - 0 30";
  const Outlook three = against_best(QuestionOnBoards({fen}, {"d1a4", "d1h5", "d1d6", "h1g1"}));
  const Outlook two = against_best(QuestionOnBoards({fen}, {"d1a4", "d1h5", "h1g1"}));
  CHECK(outlook_of(two, "d1a4").value < outlook_of(three, "d1a4").value - 50);
}

TEST_CASE("by hand: a king on one of two squares is struck at where it is likelier to stand") {
  // The queen takes White's king next, so that one rook must take Black's now: to be right is worth 1, to be wrong -1.
  QuestionOnBoards asked({"3k4/8/8/4q3/8/8/8/3RKR2 w - - 0 30", "5k2/8/8/4q3/8/8/8/3RKR2 w - - 0 30"},
                         {"d1d8", "f1f8", "e1e2"});
  asked.question.boards[1].weight = 3;
  const Outlook outlook = against_best(asked);
  CHECK(best_on_average(outlook) == "f1f8");
  CHECK(outlook_of(outlook, "f1f8").probability > 0.95);
}

TEST_CASE("by hand: a pinned rook stays on its file, whatever it could take") {
  // The capture tells Black where the rook has gone, and the king is open.
  const Outlook outlook =
      against_best(QuestionOnBoards({"4r3/6pk/8/8/8/8/2q1RP2/4K3 w - - 0 30"}, {"e2c2", "e2e8", "e1f1"}));
  CHECK(best_of(outlook) != "e2c2");
  CHECK(outlook_of(outlook, "e2c2").value < -0.9 * kKingWon);
}
