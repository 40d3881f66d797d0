// Who is asked first, and what happens when nobody answers.

#include <doctest/doctest.h>
#include <signal.h>

#include <numeric>

#include "tests/eval/fake_pool.h"

using namespace lanternfish;
using namespace lanternfish::testing;

TEST_CASE("pool: boards are asked about in the order given, questions that failed before new ones") {
  for (const char* flag : {"--late=1", "--crash-on-go=4"}) {
    CAPTURE(flag);
    FakePool fake({"--queues", flag});
    std::vector<std::size_t> order;
    const std::vector<Board> boards(12, Board::start());
    fake.pool->score(boards, {.depth = 2}, SteadyClock::now() + 20s, {},
                     [&](std::size_t index, const BoardScores&) { order.push_back(index); });
    std::vector<std::size_t> expected(boards.size());
    std::iota(expected.begin(), expected.end(), 0);
    CHECK(order == expected);
  }
}

TEST_CASE("pool: urgent work overtakes by a stop and a new call") {
  FakePool fake({"--queues", "--late=2"});
  CHECK(by_engine(ask(*fake.pool, kStarts, 5s)) == 8);  // answers come quickly, so questions are queued
  const std::vector<Board> many(2'000, Board::start());
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(60ms);
    stop.request_stop();
  });
  const Report interrupted = ask(*fake.pool, many, 20s, 2, stop.get_token());
  CHECK(interrupted.answered > 0);
  CHECK(interrupted.answered < 100);
  const Report urgent = ask(*fake.pool, {Board::start()}, 5s);
  CHECK(by_engine(urgent) == 1);
  CHECK(urgent.time < 150ms);  // without the interrupted boards: they would take 4 s
  CHECK(fake.pool->counts().started == 1);
}

TEST_CASE("pool: when all engines hang, boards are answered before the deadline, and on time") {
  FakePool fake({"--stall"}, 2);
  while (fake.pool->pids().size() < 2) {
    std::this_thread::sleep_for(1ms);
  }
  for (const auto time : {150ms, 150ms, 150ms}) {  // less than the time after which a silent engine is replaced
    const Report report = ask(*fake.pool, kStarts, time);
    CHECK(report.answered == 8);
    CHECK(report.time <= time + 50ms);
    CHECK(report.answers.front().stand_in);
  }
}

TEST_CASE("pool: engines that are stopped from outside make no phase late") {
  FakePool fake({"--late=1"}, 2);
  CHECK(by_engine(ask(*fake.pool, kStarts, 5s)) == 8);
  const std::vector<Board> many(1'000, Board::start());
  for (int phase = 0; phase < 6; ++phase) {
    std::jthread enemy([&] {
      std::this_thread::sleep_for(20ms);
      for (const int pid : fake.pool->pids()) {
        ::kill(pid, SIGSTOP);
      }
    });
    const Report report = ask(*fake.pool, many, 300ms);
    CHECK(report.time < 400ms);
    CHECK(report.answered > 0);
  }
}
