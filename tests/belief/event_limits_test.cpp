#include "belief/event_limits.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <tuple>

#include "tests/belief/held.h"
#include "tests/notation_helpers.h"
#include "tests/recorded_game.h"

using namespace lanternfish;

namespace {

constexpr std::uint64_t kAlways = 20'000;  // boards that an event may make whatever its limits are

using Words = std::array<std::uint64_t, 4>;

std::vector<Words> boards_of(const Belief& belief) {
  std::vector<Words> boards;
  belief.boards().for_each([&](const Hypothesis& h) {
    boards.push_back({h.planes[0], h.planes[1], h.planes[2],
                      static_cast<std::uint64_t>(h.castling) << 8 | static_cast<std::uint64_t>(h.ep_square)});
  });
  std::sort(boards.begin(), boards.end());
  return boards;
}

}  // namespace

TEST_CASE("event limits: an event makes about as many boards as it may, and the true board stays covered") {
  ThreadPool threads(2);
  std::size_t deferring = 0;
  for (unsigned seed = 1; seed <= 2; ++seed) {
    const auto game = testing::random_game(Board::start(), seed, 60);
    for (const Color me : {kWhite, kBlack}) {
      for (const std::uint64_t boards : {std::uint64_t{0}, std::uint64_t{10'000}}) {
        Belief belief(Board::start(), me, {}, threads,
                      seed % 2 == 0 ? MoveModelKind::kFitted : MoveModelKind::kUniform);
        for (std::size_t i = 0; i < game[me].events.size(); ++i) {
          const auto update = belief.observe(game[me].events[i], {.boards = boards});
          REQUIRE(update.ok());
          REQUIRE(update->made <= kAlways + 4 * boards);
          if (game[me].truth[i].king(me) != kNoSquare) {
            CAPTURE(seed);
            CAPTURE(i);
            REQUIRE(testing::held(belief, game[me].truth, Board::start()));
          }
          deferring += update->deferred > 0 ? 1 : 0;
        }
      }
    }
  }
  CHECK(deferring > 50);
}

TEST_CASE("event limits: whenever time is up, what is left is deferred, and caught up with it is the whole set again") {
  ThreadPool threads(2);
  std::mt19937 random(1);
  std::size_t cut = 0;
  std::size_t compared = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const auto game = testing::random_game(Board::start(), seed, 40);
    for (const Color me : {kWhite, kBlack}) {
      Belief plain(Board::start(), me, {}, threads);
      Belief timed(Board::start(), me, {}, threads);
      for (std::size_t i = 0; i < game[me].events.size() && plain.boards().size() < 20'000; ++i) {
        REQUIRE(plain.observe(game[me].events[i]).ok());
        const auto soon = std::chrono::steady_clock::now() + std::chrono::microseconds(random() % 2000);
        const auto update = timed.observe(game[me].events[i], {.until = {.stop = {}, .deadline = soon}});
        REQUIRE(update.ok());
        cut += update->deferred > 0 ? 1 : 0;
        if (game[me].truth[i].king(me) == kNoSquare) {
          break;
        }
        REQUIRE(testing::held(timed, game[me].truth, Board::start()));
        if (random() % 4 == 0) {
          const auto later = std::chrono::steady_clock::now() + std::chrono::microseconds(random() % 500);
          timed.catch_up(1'000'000, {.stop = {}, .deadline = later});
          REQUIRE(testing::held(timed, game[me].truth, Board::start()));
        } else if (random() % 4 == 0) {
          timed.catch_up(~std::uint64_t{0}, {});
          REQUIRE(timed.deferred() == 0);
          CAPTURE(seed);
          CAPTURE(i);
          REQUIRE(boards_of(timed) == boards_of(plain));
          ++compared;
        }
      }
    }
  }
  MESSAGE("events with deferred parents: " << cut << ", compared: " << compared);
  CHECK(cut > 10);
  CHECK(compared > 5);
}

TEST_CASE("event limits: a stop that was requested before leaves a small live set, not none") {
  ThreadPool threads(1);
  Belief belief(Board::start(), kBlack, {}, threads);
  std::stop_source stopped;
  stopped.request_stop();
  for (int turn = 0; turn < 10; ++turn) {
    for (const Observation& event : {Observation{OpponentMoved{}}, Observation{Sensed{}}, Observation{Moved{}}}) {
      const auto update = belief.observe(event, {.until = {.stop = stopped.get_token()}});
      REQUIRE(update.ok());
      REQUIRE(update->boards > 0);
      REQUIRE(update->made <= kAlways);
    }
  }
  CHECK(belief.deferred() > 0);
}

TEST_CASE("event limits: time that runs out in the middle of an event leaves a small live set, not none") {
  ThreadPool threads(2);
  Belief large(Board::start(), kBlack, {}, threads);
  for (int turn = 0; turn < 6; ++turn) {
    for (const Observation& event : {Observation{OpponentMoved{}}, Observation{Sensed{}}, Observation{Moved{}}}) {
      REQUIRE(large.observe(event, {.boards = 20'000}).ok());
    }
  }
  std::size_t cut = 0;
  for (int microseconds = 1; microseconds < 100; ++microseconds) {
    Belief belief(large);
    const auto soon = std::chrono::steady_clock::now() + std::chrono::microseconds(microseconds);
    const auto update = belief.observe(OpponentMoved{}, {.until = {.stop = {}, .deadline = soon}});
    REQUIRE(update.ok());
    REQUIRE(update->boards > 0);
    cut += update->deferred > large.deferred() ? 1 : 0;
  }
  CHECK(cut > 0);
}

TEST_CASE("event limits: one board with more moves than there is time for is not cut") {
  ThreadPool threads(1);
  const Board start = testing::board_of("7k/8/Q2Q2Q1/8/1Q2Q2Q/8/K1Q2Q2/8 w - - 0 1");
  Belief belief(start, kBlack, {}, threads);
  REQUIRE(belief.observe(OpponentMoved{}, {.until = {.deadline = std::chrono::steady_clock::now()}}).ok());
  Board truth = start;
  apply(truth, testing::move_of("d6d5"));
  CHECK(belief.probability(truth) > 0);
}
