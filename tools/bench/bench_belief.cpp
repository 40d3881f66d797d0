#include "tools/bench/bench_belief.h"

#include <memory>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "belief/expand.h"
#include "belief/filter.h"
#include "belief/marginals.h"
#include "belief/sense_partition.h"
#include "rules/notation.h"
#include "tools/arena/game_record.h"
#include "tools/bench/recorded_sets.h"

namespace lanternfish {

namespace {

using Shared = std::shared_ptr<const RecordedSet>;
using benchmark::Counter;

void set_rate(benchmark::State& state, const char* name, std::size_t boards) {
  state.counters[name] =
      Counter(static_cast<double>(boards) * static_cast<double>(state.iterations()), Counter::kIsRate);
}

void run_expand(benchmark::State& state, const Shared& set, ThreadPool& threads) {
  std::size_t children = 0;
  std::size_t bytes = 0;
  for (auto _ : state) {
    const BoardSet next = expand(set->before_opponent, set->own, set->notice.captured, threads);
    children = next.size();
    bytes = next.bytes();
  }
  state.counters["children"] = static_cast<double>(children);
  state.counters["bytes_per_board"] = static_cast<double>(bytes) / static_cast<double>(children);
  set_rate(state, "distinct_per_s", children);
}

void run_filter(benchmark::State& state, const Shared& set, ThreadPool& threads) {
  const WindowMatch match(set->sensed.window, set->own.me());
  for (auto _ : state) {
    BoardSet copy = set->after_opponent;
    const auto begin = std::chrono::steady_clock::now();
    filter(copy, match, threads);
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    benchmark::DoNotOptimize(copy.size());
  }
  set_rate(state, "boards_per_s", set->after_opponent.size());
}

void run_windows(benchmark::State& state, const Shared& set, ThreadPool& threads) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(split_by_windows(set->after_opponent, kInnerSquares, threads));
  }
  set_rate(state, "boards_per_s", set->after_opponent.size());
}

void run_marginals(benchmark::State& state, const Shared& set, ThreadPool& threads) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(piece_probabilities(set->after_opponent));
    benchmark::DoNotOptimize(entropy_bits(set->after_opponent, threads));
  }
  set_rate(state, "boards_per_s", set->after_opponent.size());
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
    const auto set = std::make_shared<const RecordedSet>(*size.found);
    const std::size_t parents = set->before_opponent.size();
    const std::size_t children = set->after_opponent.size();
    for (const int threads : settings.threads) {
      const auto pool = std::make_shared<ThreadPool>(threads);
      const auto add = [&](const char* what, std::size_t boards, auto run) {
        return benchmark::RegisterBenchmark(fmt::format("{}/boards:{}/threads:{}", what, boards, threads).c_str(),
                                            [set, pool, run](benchmark::State& state) { run(state, set, *pool); })
            ->Unit(benchmark::kMillisecond);
      };
      add("expand", parents, run_expand)->UseRealTime();
      add("filter", children, run_filter)->UseManualTime();
      add("windows", children, run_windows)->UseRealTime();
      add("marginals", children, run_marginals)->UseRealTime();
    }
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
  std::string text;
  set.before_opponent.for_each([&](const Hypothesis& h) { text += format_fen(unpack(h, set.own)) + "\n"; });
  if (const Status written = write_file(file, text); !written) {
    return written;
  }
  fmt::print("{} boards, capture {}, {} distinct boards after it\n", set.before_opponent.size(),
             format_square(set.notice.captured), set.after_opponent.size());
  return success();
}

}  // namespace lanternfish
