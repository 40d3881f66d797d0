#include "support/work_queue.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace lanternfish;

TEST_CASE("work queue: work is done in its order, and what throws ends itself alone") {
  std::vector<int> done;
  std::latch last(1);
  WorkQueue queue({.threads = 1, .max_waiting = 10});
  CHECK(queue.add([&](const std::stop_token&) { done.push_back(1); }));
  CHECK(queue.add([](const std::stop_token&) { throw std::runtime_error("no"); }));
  CHECK(queue.add([&](const std::stop_token&) {
    done.push_back(2);
    last.count_down();
  }));
  last.wait();
  CHECK(done == std::vector<int>{1, 2});
}

TEST_CASE("work queue: what is too much is refused, and at the end what waits is left and what runs is told") {
  std::atomic<int> told = 0, never = 0;
  {
    std::latch begun(2);
    WorkQueue queue({.threads = 2, .max_waiting = 3});
    const auto until_told = [&](const std::stop_token& stop) {
      begun.count_down();
      while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      ++told;
    };
    CHECK(queue.add(until_told));
    CHECK(queue.add(until_told));
    begun.wait();
    for (int i = 0; i < 3; ++i) {
      CHECK(queue.add([&](const std::stop_token&) { ++never; }));
    }
    CHECK_FALSE(queue.add([&](const std::stop_token&) { ++never; }));
  }
  CHECK(told == 2);
  CHECK(never == 0);
}
