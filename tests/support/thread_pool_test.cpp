#include "support/thread_pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace lanternfish;

TEST_CASE("thread pool: every task is done once, whatever the numbers of threads and tasks") {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    CHECK(pool.threads() == threads);
    for (const std::size_t count : {0, 1, 2, 7, 1'000}) {
      CAPTURE(threads);
      CAPTURE(count);
      std::vector<std::atomic<int>> done(count);
      for (int round = 0; round < 20; ++round) {
        pool.for_each(count, [&](std::size_t i) { ++done.at(i); });
      }
      for (const auto& times : done) {
        REQUIRE(times == 20);
      }
    }
  }
}

TEST_CASE("thread pool: all threads work at the same time") {
  ThreadPool pool(3);
  std::atomic<int> inside = 0;
  pool.for_each(3, [&](std::size_t) {
    ++inside;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (inside < 3 && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::yield();
    }
  });
  CHECK(inside == 3);
}

TEST_CASE("thread pool: one thread is the caller, and takes the tasks in order") {
  ThreadPool pool(1);
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<std::size_t> order;
  pool.for_each(5, [&](std::size_t i) {
    order.push_back(i);
    CHECK(std::this_thread::get_id() == caller);
  });
  CHECK(order == std::vector<std::size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("thread pool: an exception comes out after the rest has ended, and the pool goes on") {
  for (const int threads : {1, 4}) {
    ThreadPool pool(threads);
    for (int round = 0; round < 50; ++round) {
      std::atomic<int> inside = 0;
      std::string caught;
      try {
        pool.for_each(100, [&](std::size_t i) {
          ++inside;
          if (i == 10) {
            --inside;
            throw std::runtime_error("task 10");
          }
          --inside;
        });
      } catch (const std::runtime_error& error) {
        caught = error.what();
      }
      REQUIRE(caught == "task 10");
      REQUIRE(inside == 0);
    }
    std::atomic<int> done = 0;
    pool.for_each(100, [&](std::size_t) { ++done; });
    CHECK(done == 100);
  }
}

TEST_CASE("thread pool: a task may use another pool") {
  ThreadPool outer(2);
  std::atomic<int> done = 0;
  outer.for_each(8, [&](std::size_t) {
    ThreadPool inner(2);
    inner.for_each(50, [&](std::size_t) { ++done; });
  });
  CHECK(done == 400);
}
