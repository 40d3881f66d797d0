#include "uci/uci_process.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "rules/notation.h"
#include "tests/support_files.h"

using namespace lanternfish;
using namespace std::chrono_literals;

namespace {

constexpr UciTimeouts kTimeouts{.start = 5s, .ready = 5s, .search = 300ms, .unlimited = 20s, .stop = 5s, .quit = 200ms};

std::unique_ptr<UciProcess> fake_engine(const std::vector<std::string>& flags) {
  std::vector<std::string> argv = {testing::kFakeUciEngine};
  argv.insert(argv.end(), flags.begin(), flags.end());
  auto launched = UciProcess::launch(argv, kTimeouts);
  REQUIRE(launched);
  const std::atomic<bool> cancelled = false;
  REQUIRE((*launched)->handshake(16, cancelled));
  return std::move(launched).value();
}

bool never() { return false; }

}  // namespace

TEST_CASE("uci process: the engine's choice is one of the moves it was asked to search") {
  const auto engine = fake_engine({});
  const EngineQuestion question = engine_question(Board::start()).value();
  for (int i = 0; i < 2; ++i) {
    Move chosen;
    engine->ask(question, {.depth = 0, .nodes = 100, .all_moves = false});
    REQUIRE(engine->await_choice(never, chosen) == UciProcess::Outcome::kAnswered);
    CHECK(std::find(question.legal.begin(), question.legal.end(), chosen) != question.legal.end());
  }
}

TEST_CASE("uci process: a search without end is stopped when the caller wants its answer, and the answer counts") {
  const auto engine = fake_engine({"--search-until-stop"});
  const EngineQuestion question = engine_question(Board::start()).value();
  int looks = 0;
  Move chosen;
  engine->ask(question, {.depth = 0, .all_moves = false});
  REQUIRE(engine->await_choice([&] { return ++looks > 3; }, chosen) == UciProcess::Outcome::kAnswered);
  CHECK(looks == 4);
  CHECK_FALSE(chosen.is_null());
}

TEST_CASE("uci process: no choice of an engine that hangs, dies or names another move") {
  const EngineQuestion question = engine_question(Board::start()).value();
  const auto outcome = [&](const char* flag) {
    const auto engine = fake_engine({flag});
    Move chosen;
    engine->ask(question, {.depth = 0, .time = 100ms, .all_moves = false});
    const UciProcess::Outcome result = engine->await_choice(never, chosen);
    CHECK(chosen.is_null());
    return result;
  };
  CHECK(outcome("--stall") == UciProcess::Outcome::kSilent);
  CHECK(outcome("--crash-on-go") == UciProcess::Outcome::kDied);
  CHECK(outcome("--wrong-move") == UciProcess::Outcome::kGarbage);
}

TEST_CASE("uci process: how long a search may take follows from its limits") {
  const UciTimeouts timeouts{.search = 2s, .unlimited = 100s};
  CHECK(timeouts.search_for({.depth = 1}) == 2s);
  CHECK(timeouts.search_for({.depth = 6}) == 2s);
  CHECK(timeouts.search_for({.depth = 8, .nodes = 5}) == 8s);
  CHECK(timeouts.search_for({.depth = 0, .nodes = 5}) == 100s);
  CHECK(timeouts.search_for({.depth = 0, .time = 7s}) == 9s);
}

TEST_CASE("uci process: nothing is queued behind a deep search, which could not be stopped then") {
  const auto engine = fake_engine({"--queues"});
  const EngineQuestion question = engine_question(Board::start()).value();
  const std::atomic<bool> cancelled = false;
  UciProcess::Answer answer;
  for (const auto& [depth, queued] : {std::pair{4, true}, {10, false}}) {
    CAPTURE(depth);
    const SearchLimits limits{.depth = depth};
    for (int i = 0; i < 2; ++i) {
      engine->ask(question, limits);
      REQUIRE(engine->await(cancelled, answer) == UciProcess::Outcome::kAnswered);
    }
    engine->ask(question, limits);
    CHECK(engine->has_room(limits) == queued);
    REQUIRE(engine->await(cancelled, answer) == UciProcess::Outcome::kAnswered);
  }
}
