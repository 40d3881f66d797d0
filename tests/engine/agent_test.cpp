#include "engine/agent.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <vector>

#include "belief/belief.h"
#include "tests/engine/seat.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using testing::AgentSeat;
using testing::move_of;
using testing::nodes;
using testing::seeded;
using testing::square_of;

namespace {

Moved moved(const char* move) { return {move_of(move), move_of(move), kNoSquare}; }

// White's first turn without a look, and then unseen turns in which a knight goes to and fro.
std::vector<Observation> blind_history(int turns) {
  std::vector<Observation> history;
  for (int turn = 0; turn < turns; ++turn) {
    history.emplace_back(OpponentMoved{});
    history.emplace_back(Sensed{});
    history.emplace_back(moved(turn % 2 == 0 ? "b1c3" : "c3b1"));
  }
  return history;
}

AgentSeat white_seat(Strategy strategy = Strategy::kLanternfish) {
  return AgentSeat(seeded(strategy), Board::start(), kWhite);
}

// The same boards with the same weights.
void check_same_boards(const Agent& a, const Agent& b) {
  REQUIRE(a.boards() == b.boards());
  CHECK(a.likeliest(a.boards()) == b.likeliest(b.boards()));
}

std::chrono::milliseconds time_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
}

constexpr std::chrono::milliseconds kSlack{1'500};  // on a busy machine

}  // namespace

TEST_CASE("agent: before the first position it knows no boards, and no event fits") {
  const Config config = seeded(Strategy::kLanternfish);
  StaticEvaluator evaluator(scoring_terms(config));
  ThreadPool threads(1);
  Agent agent(config, evaluator, threads);
  CHECK_FALSE(agent.has_game());
  CHECK(agent.log().phase() == Phase::kOver);
  CHECK(agent.boards() == 0);
  CHECK(agent.likeliest(10).empty());
  CHECK(agent.probability(Board::start()) == 0);
  CHECK(agent.observe(std::array<Observation, 1>{OpponentMoved{}}).refusal().why == Refusal::Why::kPhase);
}

TEST_CASE("agent: of events that do not all fit none is taken in, and the game goes on") {
  AgentSeat seat = white_seat();
  AgentSeat other = white_seat();
  seat.tell(OpponentMoved{});
  other.tell(OpponentMoved{});
  const std::array<Observation, 4> illegal = {Sensed{}, moved("e2e4"), OpponentMoved{square_of("e4")},
                                              Sensed{sense(Board(), square_of("b2"))}};
  const EventStatus misfit = seat.agent.observe(illegal);
  REQUIRE_FALSE(misfit.ok());
  CHECK(misfit.refusal().why == Refusal::Why::kFit);
  CHECK(misfit.error().starts_with("event 4 of 4: "));
  const std::array<Observation, 2> twice = {Sensed{}, Sensed{}};
  CHECK(seat.agent.observe(twice).refusal().why == Refusal::Why::kPhase);
  CHECK(seat.agent.log().size() == 1);
  check_same_boards(seat.agent, other.agent);
  seat.tell(Sensed{});
  seat.tell(moved("e2e4"));
  CHECK(seat.agent.log().turn() == 2);
}

TEST_CASE("agent: a position that does not fit leaves the present game as it was") {
  AgentSeat seat = white_seat();
  seat.tell(OpponentMoved{});
  const std::array<Observation, 3> misfit = {OpponentMoved{}, Sensed{}, moved("e2e5")};
  CHECK_FALSE(seat.agent.set_position(Board::start(), kBlack, misfit).ok());
  CHECK_FALSE(seat.agent.set_position(Board::start(), kWhite, misfit).ok());
  CHECK(seat.agent.log().me() == kWhite);
  CHECK(seat.agent.log().phase() == Phase::kSense);
}

TEST_CASE("agent: a longer history continues the game, any other begins a new one") {
  const Config config = seeded(Strategy::kLanternfish);
  StaticEvaluator evaluator(scoring_terms(config));
  ThreadPool threads(1);
  int updates = 0;
  AgentReports reports;
  reports.update = [&](const UpdateReport&) { ++updates; };
  Agent agent(config, evaluator, threads, reports);
  const auto told = [&](const Board& start, Color me, std::span<const Observation> history) {
    updates = 0;
    REQUIRE(agent.set_position(start, me, history).ok());
    return updates;
  };
  const std::vector<Observation> history = blind_history(2);
  const std::span<const Observation> all = history;
  CHECK(told(Board::start(), kWhite, all.first(2)) == 2);
  CHECK(told(Board::start(), kWhite, all.first(2)) == 0);
  CHECK(told(Board::start(), kWhite, all) == 4);
  CHECK(agent.log().size() == 6);
  CHECK(told(Board::start(), kWhite, all.first(3)) == 3);
  CHECK(told(Board::start(), kBlack, all.first(1)) == 1);
  CHECK(told(Board::start(), kWhite, all.first(3)) == 3);
  agent.game_over();
  CHECK(agent.log().phase() == Phase::kOver);
  CHECK(told(Board::start(), kWhite, all) == 6);
}

TEST_CASE("agent: new settings, evaluator and threads keep the game and its boards") {
  AgentSeat seat = white_seat();
  REQUIRE(seat.agent.set_position(Board::start(), kWhite, blind_history(1)).ok());
  const auto boards = seat.agent.likeliest(seat.agent.boards());
  Config config = seeded(Strategy::kLanternfish);
  config.threads = 2;
  StaticEvaluator evaluator(scoring_terms(config));
  ThreadPool threads(2);
  seat.agent.reconfigure(config, evaluator, threads);
  CHECK(seat.agent.log().size() == 3);
  CHECK(seat.agent.likeliest(seat.agent.boards()) == boards);
  seat.tell(OpponentMoved{});
  CHECK(seat.agent.boards() > boards.size());
  const Square square = seat.agent.choose_sense(nodes(100), {}, {});
  CHECK(square != kNoSquare);
}

TEST_CASE("agent: a fork has the same boards, and what it is told the first one does not hear") {
  AgentSeat seat = white_seat();
  REQUIRE(seat.agent.set_position(Board::start(), kWhite, blind_history(1)).ok());
  const std::unique_ptr<Agent> twin = seat.agent.fork(7);
  check_same_boards(seat.agent, *twin);
  CHECK(twin->log().size() == 3);
  REQUIRE(twin->observe(std::array<Observation, 1>{OpponentMoved{}}).ok());
  CHECK(seat.agent.log().size() == 3);
  CHECK(twin->boards() > seat.agent.boards());
  seat.tell(OpponentMoved{});
  check_same_boards(seat.agent, *twin);
}

TEST_CASE("agent: the choice is one of those that are allowed") {
  AgentSeat seat = white_seat();
  seat.tell(OpponentMoved{});
  CHECK(seat.agent.choose_sense(nodes(100), std::array{square_of("a1")}, {}) == square_of("a1"));
  CHECK(seat.agent.choose_sense(nodes(100), std::array{kNoSquare}, {}) == kNoSquare);
  seat.tell(Sensed{});
  CHECK(seat.agent.choose_move(nodes(100), std::array{move_of("h2h3"), move_of("e2e5")}, {}) == move_of("h2h3"));
  CHECK(seat.agent.choose_move(nodes(100), std::array{move_of("e2e5")}, {}) == kNullMove);
}

TEST_CASE("agent: a careless one draws some of its requests by chance, all of them at 100 %") {
  const auto first_move = [](int carelessness, std::int64_t seed) {
    Config config = seeded(Strategy::kTrout, seed);
    config.carelessness = carelessness;
    AgentSeat seat(config, Board::start(), kWhite);
    Board truth = Board::start();
    seat.sense_on(truth);
    return seat.move_on(truth);
  };
  const auto different = [&](int carelessness) {
    std::vector<Move> moves;
    for (int seed = 1; seed <= 20; ++seed) {
      moves.push_back(first_move(carelessness, seed));
    }
    std::sort(moves.begin(), moves.end());
    return std::unique(moves.begin(), moves.end()) - moves.begin();
  };
  CHECK(different(0) <= 2);
  CHECK(different(100) >= 10);
  CHECK(first_move(100, 3) == first_move(100, 3));
}

TEST_CASE("agent: a command for another turn is carried out with a warning") {
  AgentSeat seat = white_seat();
  seat.tell(OpponentMoved{});
  Clock limits = nodes(100);
  limits.turn = 1;
  seat.agent.choose_sense(limits, {}, {});
  CHECK(seat.warnings.empty());
  limits.turn = 5;
  seat.agent.choose_sense(limits, {}, {});
  CHECK(seat.warnings == std::vector<std::string>{"turn 5 was asked for, but this is turn 1"});
}

TEST_CASE("agent: where no board explains what was told, it says so and plays on") {
  AgentSeat seat = white_seat();
  seat.tell(OpponentMoved{});
  seat.tell(Sensed{parse_window(square_of("e7"), "qkb/3/3").value()});
  CHECK(seat.warnings == std::vector<std::string>{"no board explains the observations"});
  const Move request = seat.agent.choose_move(nodes(100), {}, {});
  CHECK(may_request(Board::start(), kWhite, request));
}

TEST_CASE("agent: the time of a decision is kept, and a stop ends it") {
  AgentSeat seat = white_seat();
  REQUIRE(seat.agent.set_position(Board::start(), kWhite, blind_history(4)).ok());
  seat.tell(OpponentMoved{});
  REQUIRE(seat.agent.boards() > 20'000);
  SUBCASE("the time for the phase") {
    Clock limits;
    limits.move_time = 200;
    CHECK(time_of([&] { seat.agent.choose_sense(limits, {}, {}); }) < std::chrono::milliseconds(200) + kSlack);
  }
  SUBCASE("no time left on the clock") {
    Clock limits;
    limits.time = 1;
    CHECK(time_of([&] { seat.agent.choose_sense(limits, {}, {}); }) < kSlack);
  }
  SUBCASE("a stop") {
    Clock limits;
    limits.infinite = true;
    std::stop_source stop;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      stop.request_stop();
    });
    CHECK(time_of([&] { seat.agent.choose_sense(limits, {}, stop.get_token()); }) <
          std::chrono::milliseconds(200) + kSlack);
  }
}

TEST_CASE("agent: where no clock is told any more it holds as many boards as without one") {
  Config config = seeded(Strategy::kMht);
  config.event_time_ms = 0;
  const auto boards = [&](bool clock_told) {
    AgentSeat seat(config, Board::start(), kWhite);
    Clock none_left;
    none_left.time = 0;
    const std::vector<Observation> history = blind_history(4);
    for (std::size_t i = 0; i < history.size(); ++i) {
      seat.tell(history[i]);
      if (std::holds_alternative<OpponentMoved>(history[i])) {
        seat.agent.choose_sense(clock_told && i == 0 ? none_left : nodes(1), {}, {});
      }
    }
    return std::pair(seat.agent.boards(), seat.agent.belief().deferred());
  };
  CHECK(boards(true) == boards(false));
}

TEST_CASE("agent: how many boards are held goes by what is set, from the next event on") {
  const auto deferred = [](Strategy first, int first_ms, Strategy then, int then_ms) {
    Config config = seeded(first);
    config.event_time_ms = first_ms;
    AgentSeat seat(config, Board::start(), kWhite);
    for (const Observation& event : blind_history(3)) {
      seat.tell(event);
    }
    config = seeded(then);
    config.event_time_ms = then_ms;
    seat.agent.reconfigure(config, seat.evaluator, seat.threads);
    seat.tell(OpponentMoved{});
    return seat.agent.belief().deferred();
  };
  CHECK(deferred(Strategy::kLanternfish, 1, Strategy::kLanternfish, 1) > 0);
  CHECK(deferred(Strategy::kLanternfish, 1, Strategy::kLanternfish, 0) == 0);
  CHECK(deferred(Strategy::kRandom, 0, Strategy::kLanternfish, 0) == 0);
  CHECK(deferred(Strategy::kLanternfish, 0, Strategy::kLanternfish, 1) > 0);
}

TEST_CASE("agent: a strategy that is set in a game goes on with it") {
  AgentSeat changed = white_seat(), random = white_seat(Strategy::kRandom);
  for (AgentSeat* seat : {&changed, &random}) {
    for (const Observation& event : blind_history(2)) {
      seat->tell(event);
    }
  }
  const std::uint64_t boards = changed.agent.boards();
  changed.agent.reconfigure(seeded(Strategy::kRandom), changed.evaluator, changed.threads);
  CHECK(changed.agent.boards() == boards);
  for (AgentSeat* seat : {&changed, &random}) {
    seat->tell(OpponentMoved{});
  }
  CHECK(changed.agent.choose_sense(nodes(100), {}, {}) == random.agent.choose_sense(nodes(100), {}, {}));
  for (AgentSeat* seat : {&changed, &random}) {
    seat->tell(Sensed{});
  }
  CHECK(changed.agent.choose_move(nodes(100), {}, {}) == random.agent.choose_move(nodes(100), {}, {}));
}
