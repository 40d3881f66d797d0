#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "tests/engine/strategies/kevin/questions.h"

using namespace lanternfish;
using namespace lanternfish::testing;
using lookahead::look_ahead;
using lookahead::Outlook;

namespace {

constexpr double kWon = lookahead::kCentipawns;

Outlook outlook_on(const QuestionOnBoards& asked) { return look_ahead(asked.question, {.max_positions = 200'000}); }

}  // namespace

// White strikes at the king from four sides, none of which Black sees together with another.
const std::string kFourWays = "7k/2p3p1/Bp6/8/6R1/8/1PP5/1K2R3 w - - 0 30";

TEST_CASE("look ahead: four ways at the king and one sense: each is played a quarter of the time") {
  // Re8 strikes along the rank, Rh4 along the file; Bc4 covers g8 and Bd3 covers h7, where the king would go. Whatever
  // window Black looks at, it does not see enough. On paper White wins the king once in four, by playing each of the
  // four with equal chance. Black would answer each of them if it saw everything: the average sees nothing in them.
  const QuestionOnBoards asked({kFourWays}, {"e1e8", "g4h4", "a6c4", "a6d3", "b1a2", "b2b3"});
  const Outlook outlook = outlook_on(asked);
  const double quiet = outlook_of(outlook, "b1a2").average;
  for (const char* request : {"e1e8", "g4h4", "a6c4", "a6d3"}) {
    CAPTURE(std::string(request));
    const lookahead::RequestOutlook& looked = outlook_of(outlook, request);
    CHECK(looked.probability > 0.15);
    CHECK(looked.probability < 0.35);
    CHECK(looked.average < quiet + 50);
    const double won = 0.75 * looked.average + 0.25 * kWon;
    CHECK(looked.value > won - 100);
    CHECK(looked.value < won + 100);
  }
  for (const char* request : {"b1a2", "b2b3"}) {
    CHECK(outlook_of(outlook, request).probability < 0.05);
    CHECK(outlook_of(outlook, request).value < quiet + 50);
  }
}

TEST_CASE("look ahead: with one way at the king less, Black sees enough") {
  // Without Bd3 the king goes to h7 whenever Black does not see the rook on the file.
  const QuestionOnBoards asked({kFourWays}, {"e1e8", "g4h4", "a6c4", "b1a2", "b2b3"});
  const Outlook outlook = outlook_on(asked);
  for (const lookahead::RequestOutlook& looked : outlook.requests) {
    CHECK(looked.value < looked.average + 100);
  }
}

TEST_CASE("look ahead: a pinned piece stays") {
  // The rook leaves the file of its king: the queen takes the king.
  QuestionOnBoards asked({"4q2k/6p1/8/8/8/8/4RP2/4K3 w - - 0 30"}, {"e2e8", "e2e3", "e2c2"});
  CHECK(best_of(outlook_on(asked)) == "e2e8");
  CHECK(outlook_of(outlook_on(asked), "e2c2").value < -0.95 * kWon);
}

TEST_CASE("look ahead: a king that is known is captured") {
  const QuestionOnBoards asked({"4k3/8/8/8/8/8/8/K3R3 w - - 0 30"}, {"a1a2", "e1e8", "e1e7"});
  const Outlook outlook = outlook_on(asked);
  CHECK(best_of(outlook) == "e1e8");
  CHECK(outlook_of(outlook, "e1e8").value == doctest::Approx(kWon));
}

TEST_CASE("look ahead: a king on one of two squares is taken where it is likelier to stand") {
  QuestionOnBoards asked({"3k4/8/8/8/8/8/8/K2R1R2 w - - 0 30", "5k2/8/8/8/8/8/8/K2R1R2 w - - 0 30"},
                         {"d1d8", "f1f8", "a1a2"});
  asked.question.boards[1].weight = 3;
  const Outlook outlook = look_ahead(asked.question, {.max_positions = 100'000});
  CHECK(best_of(outlook) == "f1f8");
  CHECK(outlook_of(outlook, "f1f8").value > outlook_of(outlook, "d1d8").value);
}

TEST_CASE("look ahead: the same question has the same answer") {
  const QuestionOnBoards asked({kFourWays, "7k/2p3p1/Bp4n1/8/6R1/8/1PP5/1K2R3 w - - 0 30"},
                               {"e1e8", "g4h4", "a6c4", "b1a2"});
  const lookahead::Settings settings{.max_positions = 20'000};
  const Outlook first = look_ahead(asked.question, settings);
  const Outlook second = look_ahead(asked.question, settings);
  CHECK(first.nodes == second.nodes);
  CHECK(first.positions == second.positions);
  REQUIRE(first.requests.size() == 4);
  for (std::size_t r = 0; r < first.requests.size(); ++r) {
    CHECK(first.requests[r].value == second.requests[r].value);
    CHECK(first.requests[r].probability == second.requests[r].probability);
  }
}

TEST_CASE("look ahead: no time at all is no error") {
  const QuestionOnBoards asked({kFourWays}, {"e1e8", "b1a2"});
  const Outlook late = look_ahead(asked.question, {.deadline = SteadyClock::now()});
  CHECK((late.requests.empty() || late.requests.size() == 2));
  std::stop_source stop;
  stop.request_stop();
  const Outlook stopped = look_ahead(asked.question, {}, stop.get_token());
  CHECK((stopped.requests.empty() || stopped.requests.size() == 2));
}

TEST_CASE("look ahead: every request of the question is answered, on all kinds of boards") {
  // En passant, castling, promotions, a rook that is captured at home.
  const std::vector<std::string> fens = {"r3k2r/1P4pp/8/3pP3/8/8/6PP/R3K2R w KQkq d6 0 30",
                                         "r3k2r/1Pb3pp/8/3pP3/8/8/6PP/R3K2R w KQkq d6 0 30"};
  const QuestionOnBoards asked(fens, {"e5d6", "e1g1", "e1c1", "b7a8q", "b7b8q", "a1a8", "0000", "e5e6"});
  const Outlook outlook = look_ahead(asked.question, {.max_positions = 50'000});
  CHECK(outlook.requests.size() == 8);
  for (const lookahead::RequestOutlook& looked : outlook.requests) {
    CHECK(std::abs(looked.value) <= kWon);
  }
}
