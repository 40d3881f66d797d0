#include "engine/event_clock.h"

#include <doctest/doctest.h>

#include <ctime>
#include <vector>

#include "tests/belief/held.h"
#include "tests/engine/seat.h"
#include "tests/recorded_game.h"

using namespace lanternfish;
using namespace lanternfish::testing;
using std::chrono::milliseconds;

namespace {

Clock clock(std::int64_t time, std::int64_t increment) {
  Clock limits;
  limits.time = time;
  limits.increment = increment;
  return limits;
}

std::vector<Observation> unseen_turns(int turns) {
  std::vector<Observation> events;
  for (int i = 0; i < turns; ++i) {
    events.insert(events.end(), {OpponentMoved{}, Sensed{}, Moved{}});
  }
  return events;
}

}  // namespace

TEST_CASE("event clock: an event may take what the clock last told allows, less what was used since") {
  const Config config;
  EventClock events;
  const Deadline now{};
  CHECK(events.allowance(config) == milliseconds(1000));
  events.told(clock(10'000, 100), now);
  const auto full = *events.allowance(config);
  CHECK(full >= milliseconds(100));
  CHECK(full <= milliseconds(1000));
  events.answered(Phase::kSense, now + milliseconds(9'000));
  const auto later = *events.allowance(config);
  CHECK(later < full / 2);
  events.took(Sensed{}, milliseconds(900));
  CHECK(*events.allowance(config) < later);
  events.told(clock(100, 1'000), now);
  const auto before = *events.allowance(config);
  events.answered(Phase::kMove, now + milliseconds(50));
  CHECK(*events.allowance(config) > before);  // the increment has come
  events.told(clock(1, 0), now);
  CHECK(*events.allowance(config) <= milliseconds(10));
}

TEST_CASE("event clock: a clock spent by events alone does not fall") {
  const Config config;
  for (const std::int64_t increment : {0, 100}) {
    EventClock events;
    double left = 1'000;
    for (int turn = 0; turn < (increment > 0 ? 300 : 50); ++turn) {
      events.told(clock(static_cast<std::int64_t>(left), increment), Deadline{});
      for (int event = 0; event < 2; ++event) {
        left -= static_cast<double>(events.allowance(config)->count());
        REQUIRE(left > 0);
      }
      left += static_cast<double>(increment);
    }
  }
}

TEST_CASE("event clock: without a clock EventTime decides, and where the output must not vary no clock is looked at") {
  Config config;
  config.event_time_ms = 250;
  EventClock events;
  CHECK(events.allowance(config) == milliseconds(250));
  CHECK(events.limits(config).until.deadline != Deadline::max());
  config.seed = 5;
  CHECK(events.limits(config).until.deadline == Deadline::max());
  CHECK(events.limits(config).boards < 10'000'000);
  config.threads = 2;
  CHECK(events.limits(config).until.deadline != Deadline::max());
  config.event_time_ms = 0;
  CHECK_FALSE(events.allowance(config));
  CHECK(events.limits(config).boards == EventLimits{}.boards);
}

TEST_CASE("event clock: a history costs as many boards as a few events, however long it is") {
  Config config = seeded(Strategy::kLanternfish);
  config.event_time_ms = 50;
  EventClock events;
  const std::uint64_t of_event = events.limits(config).boards;
  for (const int turns : {12, 40}) {
    const std::vector<Observation> history = unseen_turns(turns);
    std::uint64_t made = 0;
    StaticEvaluator evaluator(scoring_terms(config));
    ThreadPool threads(1);
    AgentReports reports;
    reports.update = [&](const UpdateReport& report) { made += report.event == Phase::kOpponent ? report.boards : 0; };
    Agent agent(config, evaluator, threads, reports);
    REQUIRE(agent.set_position(Board::start(), kBlack, history));
    CHECK(agent.log().size() == history.size());
    CHECK(agent.belief().deferred() > 0);
    CHECK(agent.boards() > 0);
    CHECK(made > of_event / 2);
    CHECK(made < 5 * of_event);
  }
}

TEST_CASE("event clock: what is left of a long history after a stop takes next to no time") {
  std::vector<Observation> history;
  for (int i = 0; i < 3'000; ++i) {
    const Square from = i % 2 == 0 ? parse_square("g8").value() : parse_square("f6").value();
    const Square to = i % 2 == 0 ? parse_square("f6").value() : parse_square("g8").value();
    const Move move{from, to, kNoPieceType};
    history.insert(history.end(), {OpponentMoved{}, Sensed{}, Moved{move, move, kNoSquare}});
  }
  AgentSeat seat(seeded(Strategy::kLanternfish), Board::start(), kBlack);
  std::stop_source stopped;
  stopped.request_stop();
  std::clock_t used = std::clock();
  REQUIRE(seat.agent.set_position(Board::start(), kBlack, history, stopped.get_token()));
  used = std::clock() - used;
  CHECK(seat.agent.log().size() == history.size());
  CHECK(seat.agent.boards() > 0);
  // Of the processor: 9 s before the least was made less, built with optimisation.
  CHECK(static_cast<double>(used) / CLOCKS_PER_SEC < 4);
}

TEST_CASE("event clock: played and restored, with little time, both cover the true board") {
  std::size_t deferring = 0;
  for (unsigned seed = 1; seed <= 2; ++seed) {
    const auto game = random_game(Board::start(), seed, 50);
    for (const Color me : {kWhite, kBlack}) {
      const PrivateHistory& told = game[me];
      Config config = seeded(Strategy::kLanternfish);
      config.event_time_ms = 5;
      AgentSeat played(config, Board::start(), me);
      for (std::size_t i = 0; i < told.events.size() && told.truth[i].king(me) != kNoSquare; ++i) {
        played.tell(told.events[i]);
        CHECK(held(played.agent.belief(), told.truth, Board::start()));
        if (i % 10 == 9) {
          AgentSeat restored(config, Board::start(), me);
          REQUIRE(restored.agent.set_position(Board::start(), me, std::span(told.events).first(i + 1)));
          CHECK(held(restored.agent.belief(), told.truth, Board::start()));
          deferring += restored.agent.belief().deferred() > 0 ? 1 : 0;
        }
      }
    }
  }
  CHECK(deferring > 3);
}

TEST_CASE("event clock: a live set that ran low is caught up with before a decision") {
  Config config = seeded(Strategy::kLanternfish);
  config.event_time_ms = 20;
  AgentSeat seat(config, Board::start(), kBlack);
  std::stop_source stopped;
  stopped.request_stop();
  const std::vector<Observation> history = unseen_turns(10);
  REQUIRE(seat.agent.set_position(Board::start(), kBlack, history, stopped.get_token()));
  seat.tell(OpponentMoved{});
  const std::uint64_t before = seat.agent.boards();
  seat.agent.choose_sense(nodes(100), {}, {});
  CHECK(seat.agent.belief().deferred() > 0);
  CHECK(seat.agent.boards() >= before);
}
