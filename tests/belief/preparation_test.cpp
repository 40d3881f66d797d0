#include "belief/preparation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>
#include <vector>

#include "belief/belief.h"

using namespace lanternfish;

TEST_CASE("belief: preparing a large set is given up soon after a stop, and carried on with later") {
  ThreadPool threads(2);
  // Turns without a sense, and own moves that lead nowhere.
  Belief belief(Board::start(), kBlack, {.memory_bytes = std::size_t{4} << 30}, threads);
  while (belief.boards().size() < 100'000) {
    REQUIRE(belief.observe(OpponentMoved{}).ok());
    REQUIRE(belief.observe(Sensed{}).ok());
    REQUIRE(belief.observe(Moved{}).ok());
  }
  // Processor time that the two threads spend after the stop, each: what others do on the machine does not count.
  const auto processor_ms = [] { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC / 2; };
  std::vector<double> latencies;  // ms
  for (int i = 0; i < 20; ++i) {
    std::stop_source source;
    double asked = 0;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      asked = processor_ms();
      source.request_stop();
    });
    const bool complete = belief.prepare({.stop = source.get_token()});
    const double returned = processor_ms();
    stopper.join();
    if (complete) {
      break;
    }
    latencies.push_back(returned - asked);
  }
  REQUIRE_FALSE(latencies.empty());
  std::sort(latencies.begin(), latencies.end());
  const double median = latencies[latencies.size() / 2];
  MESSAGE("stopped " << latencies.size() << " times, median " << median << " ms, longest " << latencies.back()
                     << " ms");
  CHECK(median < 10);
  REQUIRE(belief.prepare({}));
  REQUIRE(belief.is_prepared_for(kNoSquare));
  Belief plain(Board::start(), kBlack, {.memory_bytes = std::size_t{4} << 30}, threads);
  const std::size_t events = belief.log().size();
  while (plain.log().size() < events) {
    REQUIRE(plain.observe(OpponentMoved{}).ok());
    REQUIRE(plain.observe(Sensed{}).ok());
    REQUIRE(plain.observe(Moved{}).ok());
  }
  REQUIRE(belief.observe(OpponentMoved{}).ok());
  REQUIRE(plain.observe(OpponentMoved{}).ok());
  CHECK(belief.boards().size() > 500'000);
  CHECK(belief.boards().size() == plain.boards().size());
}
