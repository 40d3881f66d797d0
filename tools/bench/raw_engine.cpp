#include "tools/bench/raw_engine.h"

#include <atomic>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

namespace lanternfish {

RawEngine::RawEngine(const std::vector<std::string>& argv, int hash_mb, int multi_pv) {
  auto child = ChildProcess::start({.argv = argv, .directory = {}});
  if (!child) {
    throw std::runtime_error(child.error());
  }
  child_ = std::move(child).value();
  ask("uci\n", "uciok");
  ask(fmt::format("setoption name Threads value 1\nsetoption name Hash value {}\nsetoption name MultiPV value {}\n"
                  "isready\n",
                  hash_mb, multi_pv),
      "readyok");
}

void RawEngine::ask(std::string_view lines, std::string_view word) {
  constexpr auto kNever = ChildProcess::TimePoint::max();
  bool alive = child_->write_text(lines, kNever);
  for (std::string_view line; alive && !line.starts_with(word);) {
    alive = child_->read_line(line, kNever) == ChildProcess::ReadStatus::kLine;
  }
  if (!alive) {
    throw std::runtime_error("the raw engine is gone");
  }
}

double cpu_seconds(int pid) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    return std::nan("");
  }
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void drive_raw(std::span<RawEngine* const> engines, std::span<const std::string> questions) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> threads;
  for (RawEngine* engine : engines) {
    threads.emplace_back([&, engine] {
      for (std::size_t i = next++; i < questions.size(); i = next++) {
        engine->ask(questions[i], "bestmove");
      }
    });
  }
}

}  // namespace lanternfish
