// What the default player promises.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/engine/seat.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

Config ours(std::int64_t seed = 1) { return seeded(Strategy::kLanternfish, seed); }

// Black's king has moved, unseen, and White looked where it is not: White to request.
CandidateReport report_by_weights(int mean, int min, int max) {
  Config config = ours();
  config.mean_weight = mean;
  config.min_weight = min;
  config.max_weight = max;
  Board truth = board_of("4k3/2p3p1/8/8/8/8/1P4P1/R5KR b - - 0 1");
  AgentSeat seat(config, truth, kWhite);
  apply(truth, move_of("e8f8"));
  seat.tell(OpponentMoved{});
  seat.tell(Sensed{sense(truth, square_of("b3"))});
  seat.agent.choose_move(nodes(5'000), {}, {});
  return seat.last_report;
}

// White, a queen ahead, requests after so many quiet plies.
Move request_near_limit(int quiet_turns, int move_limit) {
  Config config = ours();
  config.move_limit = move_limit;
  Board truth = board_of("7k/8/8/8/8/4Q3/P7/K7 w - - 0 1");
  AgentSeat seat(config, truth, kWhite);
  const std::array<const char*, 4> steps = {"a1b1", "h8g8", "b1a1", "g8h8"};
  for (int turn = 0; turn < quiet_turns; ++turn) {
    seat.tell(OpponentMoved{});
    seat.tell(Sensed{sense(truth, square_of("g7"))});
    const Move mine = move_of(steps[turn % 2 * 2]);
    seat.tell(Moved{mine, mine, kNoSquare});
    apply(truth, mine);
    apply(truth, move_of(steps[turn % 2 * 2 + 1]));
  }
  seat.tell(OpponentMoved{});
  seat.tell(Sensed{sense(truth, square_of("g7"))});
  return seat.agent.choose_move(nodes(2'000), {}, {});
}

}  // namespace

TEST_CASE("lanternfish: senses what decides its move, and moves by what it saw") {
  // Black's rook gives check from a1, unseen; most boards have it elsewhere.
  Board truth = board_of("4k3/7p/8/8/8/8/r7/4K2R b - - 0 1");
  AgentSeat seat(ours(), truth, kWhite);
  apply(truth, move_of("a2a1"));
  seat.sense_on(truth);
  CHECK(seat.agent.boards() == 1);
  seat.move_on(truth);
  CHECK_FALSE(in_check(truth, kWhite));
}

TEST_CASE("lanternfish: reports its choice first, with as many boards as were scored") {
  Board truth = Board::start();
  AgentSeat seat(ours(), truth, kWhite);
  const Square sensed = seat.sense_on(truth);
  REQUIRE_FALSE(seat.last_report.candidates.empty());
  CHECK(seat.last_report.candidates[0].sense == sensed);
  const Move request = seat.move_on(truth);
  REQUIRE_FALSE(seat.last_report.candidates.empty());
  CHECK(seat.last_report.candidates[0].move == request);
  CHECK(seat.last_report.samples == 1);
}

TEST_CASE("lanternfish: the mean, the worst or the best board decides, as the weights say") {
  constexpr int kSafer = 60;  // centipawns of reports: a safer request may go first
  struct Style {
    CandidateReport report;
    int Candidate::*by;
  };
  const std::array<Style, 3> styles = {{{report_by_weights(100, 0, 0), &Candidate::cp},
                                        {report_by_weights(0, 100, 0), &Candidate::cp_min},
                                        {report_by_weights(0, 0, 100), &Candidate::cp_max}}};
  for (const Style& style : styles) {
    REQUIRE(style.report.candidates.size() > 10);
    REQUIRE(style.report.samples > 1);
    int best = style.report.candidates[0].*style.by;
    for (const Candidate& candidate : style.report.candidates) {
      best = std::max(best, candidate.*style.by);
    }
    CHECK(style.report.candidates[0].*style.by >= best - kSafer);
  }
  CHECK(styles[2].report.candidates[0].cp_max > styles[1].report.candidates[0].cp_max);
  CHECK(styles[1].report.candidates[0].cp_min > styles[2].report.candidates[0].cp_min);
}

TEST_CASE("lanternfish: draws one of requests that come to the same, and no worse one") {
  // The rook's way ends at the queen, however far it asks to go.
  std::set<std::string> requested;
  for (int seed = 1; seed <= 20; ++seed) {
    Board truth = board_of("4k3/4q3/8/8/8/8/8/K3R3 w - - 0 1");
    AgentSeat seat(ours(seed), truth, kWhite);
    seat.sense_on(truth);
    requested.insert(format_move(seat.agent.choose_move(nodes(1'000), {}, {})));
  }
  CHECK(requested == std::set<std::string>{"e1e7", "e1e8"});
}

TEST_CASE("lanternfish: ahead and near the move limit it moves a pawn, and neither early nor without a limit") {
  const auto moves_pawn = [](const Move& request) { return request.from == square_of("a2"); };
  CHECK(moves_pawn(request_near_limit(6, 13)));
  CHECK_FALSE(moves_pawn(request_near_limit(6, 0)));
  CHECK_FALSE(moves_pawn(request_near_limit(0, 13)));
}

TEST_CASE("lanternfish: what it thinks while the opponent moves changes no answer") {
  const auto sensed = [](bool ponders) {
    Board truth = Board::start();
    AgentSeat seat(ours(), truth, kBlack);
    if (ponders) {
      seat.agent.ponder(nodes(2'000), {});
    }
    apply(truth, move_of("e2e4"));
    const Square square = seat.sense_on(truth);
    return std::pair(square, seat.move_on(truth));
  };
  CHECK(sensed(true) == sensed(false));
}

TEST_CASE("lanternfish: pondering keeps to its nodes, but for the last board") {
  constexpr std::uint64_t kNodes = 50, kBoard = 50;
  AgentSeat seat(ours(), Board::start(), kBlack);
  seat.agent.ponder(nodes(kNodes), {});
  CHECK(seat.last_report.nodes > 0);
  CHECK(seat.last_report.nodes <= kNodes + kBoard);
}

TEST_CASE("lanternfish: threads do not change what is played") {
  Config two = ours(3);
  two.threads = 2;
  CHECK(played(ours(3), seeded(Strategy::kRandom, 4), 16) == played(two, seeded(Strategy::kRandom, 4), 16));
}
