#pragma once

// A pool of fake engines, and what came of asking one.

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "eval/stockfish_pool.h"
#include "tests/support_files.h"

namespace lanternfish::testing {

using namespace std::chrono_literals;

struct Report {
  std::vector<BoardScores> answers;  // by board; no moves where none came
  std::size_t answered = 0;
  std::chrono::milliseconds time{};
};

inline Report ask(Evaluator& evaluator, const std::vector<Board>& boards, std::chrono::milliseconds time, int depth = 2,
                  std::stop_token stop = {}) {
  Report report;
  report.answers.resize(boards.size());
  const Deadline begin = SteadyClock::now();
  evaluator.score(boards, {.depth = depth}, begin + time, stop, [&](std::size_t index, const BoardScores& scores) {
    REQUIRE(report.answers[index].moves.empty());  // answered once
    report.answers[index] = scores;
    ++report.answered;
  });
  report.time = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - begin);
  return report;
}

struct FakePool {
  std::vector<std::string> warnings;
  std::unique_ptr<StockfishPool> pool;

  explicit FakePool(std::vector<std::string> flags, int workers = 1) {
    flags.insert(flags.begin(), kFakeUciEngine);
    PoolSettings settings{.commands = {flags}, .workers = workers};
    settings.timeouts = {.start = 300ms, .ready = 300ms, .search = 200ms, .stop = 100ms, .quit = 100ms};
    settings.terms = RbcTerms{};
    settings.longest_pause = 200ms;
    settings.warning = [this](const std::string& text) { warnings.push_back(text); };
    pool = std::make_unique<StockfishPool>(std::move(settings));
  }
};

inline const std::vector<Board> kStarts(8, Board::start());  // all that the fake engine knows

inline std::size_t by_engine(const Report& report) {
  return static_cast<std::size_t>(std::count_if(report.answers.begin(), report.answers.end(), [](const auto& a) {
    return !a.moves.empty() && a.source == ScoreSource::kChessEngine;
  }));
}

// Every board is answered with every move, whoever answers.
inline void check_all_answered(const Report& report) {
  CHECK(report.answered == report.answers.size());
  for (const BoardScores& answer : report.answers) {
    CHECK(answer.moves.size() == 21);
  }
}

}  // namespace lanternfish::testing
