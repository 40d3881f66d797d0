#include "tools/bench/bench_belief.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <memory>
#include <utility>

#include <unistd.h>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "belief/set/expand.h"
#include "belief/set/filter.h"
#include "belief/set/marginals.h"
#include "belief/set/sense_partition.h"
#include "game/game_record.h"
#include "rules/notation.h"
#include "tools/bench/recorded_sets.h"

namespace lanternfish {

namespace {

using Shared = std::shared_ptr<const RecordedSet>;
using benchmark::Counter;

constexpr int kRepeats = 3;                                // of each side of a comparison
constexpr std::size_t kBoardsForOneIteration = 5'000'000;  // larger sets take too long for more

// Of all threads, in s: what counts where other programs take part of the machine.
double process_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void set_cpu_rate(benchmark::State& state, const char* name, std::size_t boards, double seconds) {
  state.counters[name] = static_cast<double>(boards) * static_cast<double>(state.iterations()) / seconds;
}

void set_rate(benchmark::State& state, const char* name, std::size_t boards) {
  state.counters[name] =
      Counter(static_cast<double>(boards) * static_cast<double>(state.iterations()), Counter::kIsRate);
}

MoveContext moves_of(const RecordedSet& set, MoveModelKind kind) {
  return kind == MoveModelKind::kUniform
             ? MoveContext{}
             : MoveContext{MoveModel::fitted(), situation_before(set.own.pieces(), set.own.me())};
}

void run_expand(benchmark::State& state, const Shared& set, ThreadPool& threads, MoveModelKind kind) {
  std::size_t children = 0;
  std::size_t bytes = 0;
  std::size_t peak = 0;
  const double begin = process_cpu_seconds();
  for (auto _ : state) {
    Expansion expansion(set->before_opponent, set->own, std::array{set->notice.captured}, {}, moves_of(*set, kind));
    const BoardSet next = expansion.take(set->notice.captured, threads);
    children = next.size();
    bytes = next.bytes();
    peak = expansion.peak_bytes();
  }
  set_cpu_rate(state, "distinct_per_cpu_s", children, process_cpu_seconds() - begin);
  state.counters["children"] = static_cast<double>(children);
  state.counters["bytes_per_board"] = static_cast<double>(bytes) / static_cast<double>(children);
  state.counters["peak_mb"] = static_cast<double>(peak) / 1e6;
  set_rate(state, "distinct_per_s", children);
}

void run_filter(benchmark::State& state, const Shared& set, ThreadPool& threads) {
  const WindowMatch match(set->sensed.window, set->own.me());
  for (auto _ : state) {
    BoardSet copy = set->before_opponent;
    const auto begin = std::chrono::steady_clock::now();
    filter(copy, match, threads);
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    benchmark::DoNotOptimize(copy.size());
  }
  set_rate(state, "boards_per_s", set->before_opponent.size());
}

void run_windows(benchmark::State& state, const Shared& set, ThreadPool& threads) {
  const double begin = process_cpu_seconds();
  for (auto _ : state) {
    benchmark::DoNotOptimize(split_by_windows(set->before_opponent, kInnerSquares, threads));
  }
  set_cpu_rate(state, "boards_per_cpu_s", set->before_opponent.size(), process_cpu_seconds() - begin);
  set_rate(state, "boards_per_s", set->before_opponent.size());
}

void run_marginals(benchmark::State& state, const Shared& set, ThreadPool& threads) {
  const double begin = process_cpu_seconds();
  for (auto _ : state) {
    benchmark::DoNotOptimize(piece_probabilities(set->before_opponent));
    benchmark::DoNotOptimize(entropy_bits(set->before_opponent, threads));
  }
  set_cpu_rate(state, "boards_per_cpu_s", set->before_opponent.size(), process_cpu_seconds() - begin);
  set_rate(state, "boards_per_s", set->before_opponent.size());
}

Status write_boards(const RecordedSet& set, const std::filesystem::path& file) {
  std::string text;
  set.before_opponent.for_each([&](const Hypothesis& h) { text += format_fen(unpack(h, set.own)) + "\n"; });
  return write_file(file, text);
}

// Distinct boards a second of StrangeFish2's expansion of the set, as its script reports; 0 when it fails.
double strangefish2_rate(const std::string& compare, const RecordedSet& set) {
  const auto boards = std::filesystem::temp_directory_path() / fmt::format("lanternfish-bench-{}.txt", getpid());
  if (!write_boards(set, boards)) {
    return 0;
  }
  const std::string command =
      fmt::format("{} '{}' {} {}", compare, boards.string(), format_square(set.notice.captured), kRepeats);
  double rate = 0;
  if (std::FILE* const output = popen(command.c_str(), "r"); output != nullptr) {
    std::array<char, 256> line;
    while (std::fgets(line.data(), static_cast<int>(line.size()), output) != nullptr) {
      (void)std::sscanf(line.data(), "strangefish2: %*d boards -> %*d distinct, %lf", &rate);
    }
    pclose(output);
  }
  std::error_code ignored;
  std::filesystem::remove(boards, ignored);
  return rate;
}

// Both programs on the same set in turn, one thread each, the best of equally many repeats by processor time.
void run_strangefish2(benchmark::State& state, const Shared& set, const std::string& compare) {
  ThreadPool one(1);
  double theirs = 0;
  double ours = 0;
  for (auto _ : state) {
    theirs = strangefish2_rate(compare, *set);
    if (theirs == 0) {
      state.SkipWithError("StrangeFish2 did not run: see CONTRIBUTING.md for what must be on PYTHONPATH");
      return;
    }
    for (int i = 0; i < kRepeats; ++i) {
      const double begin = process_cpu_seconds();
      const auto boards = expand(set->before_opponent, set->own, set->notice.captured, one).size();
      ours = std::max(ours, static_cast<double>(boards) / (process_cpu_seconds() - begin));
    }
  }
  state.counters["strangefish2_per_s"] = theirs;
  state.counters["lanternfish_per_s"] = ours;
  state.counters["ratio"] = ours / theirs;
}

struct Measurement {
  const char* name;
  void (*run)(benchmark::State& state, const Shared& set, ThreadPool& threads);
  bool times_itself = false;
};

constexpr std::array kMeasurements = {
    Measurement{"expand_uniform",
                [](benchmark::State& state, const Shared& set, ThreadPool& threads) {
                  run_expand(state, set, threads, MoveModelKind::kUniform);
                }},
    Measurement{"expand_fitted", [](benchmark::State& state, const Shared& set,
                                    ThreadPool& threads) { run_expand(state, set, threads, MoveModelKind::kFitted); }},
    Measurement{"filter", run_filter, true},
    Measurement{"windows", run_windows},
    Measurement{"marginals", run_marginals},
};

void register_set(const Shared& set, const BeliefBench& settings) {
  const std::size_t boards = set->before_opponent.size();
  for (const int threads : settings.threads) {
    const auto pool = std::make_shared<ThreadPool>(threads);
    for (const Measurement& what : kMeasurements) {
      if (!settings.only.empty() &&
          std::find(settings.only.begin(), settings.only.end(), what.name) == settings.only.end()) {
        continue;
      }
      auto* const added =
          benchmark::RegisterBenchmark(fmt::format("{}/boards:{}/threads:{}", what.name, boards, threads).c_str(),
                                       [set, pool, run = what.run](benchmark::State& state) { run(state, set, *pool); })
              ->Unit(benchmark::kMillisecond)
              ->MeasureProcessCPUTime();
      what.times_itself ? added->UseManualTime() : added->UseRealTime();
      if (boards >= kBoardsForOneIteration) {
        added->Iterations(1);
      }
    }
  }
}

}  // namespace

std::vector<std::string> belief_measurements() {
  std::vector<std::string> names;
  for (const Measurement& what : kMeasurements) {
    names.emplace_back(what.name);
  }
  return names;
}

Status register_belief_bench(const BeliefBench& settings) {
  ThreadPool search_threads(*std::max_element(settings.threads.begin(), settings.threads.end()));
  auto sets = find_recorded_sets(settings.games, settings.sizes, search_threads);
  if (!sets) {
    return Error{sets.error()};
  }
  bool compared = settings.strangefish2.empty();
  for (const SizedSet& size : *sets) {
    if (!size.found) {
      return Error{fmt::format("no set of about {} boards in {}", size.wanted, settings.games.string())};
    }
    const auto set = std::make_shared<const RecordedSet>(*size.found);
    if (!std::exchange(compared, true)) {
      benchmark::RegisterBenchmark(
          fmt::format("strangefish2/boards:{}", set->before_opponent.size()).c_str(),
          [set, compare = settings.strangefish2](benchmark::State& state) { run_strangefish2(state, set, compare); })
          ->Iterations(1);
    }
    register_set(set, settings);
  }
  return success();
}

Status write_parents(const BeliefBench& settings, const std::filesystem::path& file) {
  ThreadPool threads(settings.threads.front());
  const auto sets = find_recorded_sets(settings.games, {settings.sizes.front()}, threads);
  if (!sets || !sets->front().found) {
    return Error{sets ? fmt::format("no set of about {} boards", settings.sizes.front()) : sets.error()};
  }
  const RecordedSet& set = *sets->front().found;
  if (const Status written = write_boards(set, file); !written) {
    return written;
  }
  fmt::print("{} boards, capture {}\n", set.before_opponent.size(), format_square(set.notice.captured));
  return success();
}

}  // namespace lanternfish
