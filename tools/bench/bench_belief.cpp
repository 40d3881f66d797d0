#include "tools/bench/bench_belief.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "belief/set/expand.h"
#include "belief/set/filter.h"
#include "belief/set/marginals.h"
#include "belief/set/sense_partition.h"
#include "tools/bench/recorded_sets.h"

namespace lanternfish {

namespace {

using Shared = std::shared_ptr<const RecordedSet>;
using benchmark::Counter;

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

Status register_belief_bench(const BeliefBench& settings) {
  ThreadPool search_threads(*std::max_element(settings.threads.begin(), settings.threads.end()));
  auto sets = find_recorded_sets(settings.games, settings.sizes, search_threads);
  if (!sets) {
    return Error{sets.error()};
  }
  for (const SizedSet& size : *sets) {
    if (!size.found) {
      return Error{fmt::format("no set of about {} boards in {}", size.wanted, settings.games.string())};
    }
    register_set(std::make_shared<const RecordedSet>(*size.found), settings);
  }
  return success();
}

}  // namespace lanternfish
