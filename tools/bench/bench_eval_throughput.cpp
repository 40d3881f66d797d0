#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "eval/stockfish_pool.h"
#include "rules/rbc.h"
#include "tools/bench/bench_eval.h"
#include "tools/bench/raw_engine.h"
#include "uci/engine_gate.h"

namespace lanternfish {

namespace {

constexpr int kHash = 16;           // MB
constexpr double kSliceTime = 0.1;  // seconds that one driver has before the other has its turn
constexpr std::size_t kLeastSlice = 8;

// Seconds, by the clock and of the processor: what one driver of engines took.
struct Cost {
  double clock = 0, engines = 0, ours = 0;

  double processor() const { return engines + ours; }
  Cost& operator+=(const Cost& other) {
    clock += other.clock;
    engines += other.engines;
    ours += other.ours;
    return *this;
  }
};

Cost now(const std::vector<int>& pids) {
  Cost cost{.clock = 1e-9 * static_cast<double>(SteadyClock::now().time_since_epoch().count()),
            .ours = cpu_seconds(::getpid())};
  for (const int pid : pids) {
    cost.engines += cpu_seconds(pid);
  }
  return cost;
}

template <typename Work>
Cost cost_of(const std::vector<int>& pids, Work&& work) {
  const Cost before = now(pids);
  work();
  const Cost after = now(pids);
  return {after.clock - before.clock, after.engines - before.engines, after.ours - before.ours};
}

struct Pair {
  Cost raw, pool;
  std::size_t searches = 0, boards = 0;
};

// What the pool asks about the boards, of which an engine may see each.
std::vector<std::string> texts_of(std::span<const Board> boards, const Effort& effort) {
  std::vector<std::string> texts;
  for (const Board& board : boards) {
    texts.push_back(fmt::format("position fen {}\ngo depth {}\n", engine_question(board)->fen, effort.depth));
  }
  return texts;
}

// The two take turns, slice by slice, so that whatever else the machine does hits both. Both forget what they searched
// before and get the same questions: with one engine each they do the same searches.
Pair compare(StockfishPool& pool, std::span<RawEngine* const> raw, const std::vector<Board>& boards,
             const Effort& effort, double seconds) {
  Pair sum;
  const std::vector<int> pool_pids = pool.pids();
  std::vector<int> raw_pids;
  pool.new_game();
  for (RawEngine* engine : raw) {
    raw_pids.push_back(engine->pid());
    engine->ask("ucinewgame\nisready\n", "readyok");
  }
  // Clears the pool's tables before the clock starts.
  pool.score(std::span(boards).first(1), {.depth = 1}, Deadline::max(), {}, [](std::size_t, const BoardScores&) {});
  drive_raw(raw.first(1), texts_of(std::span(boards).first(1), {.depth = 1}));
  std::size_t slice = kLeastSlice;
  bool raw_first = true;
  for (std::size_t at = 1; sum.raw.clock + sum.pool.clock < 2 * seconds && at < boards.size(); at += slice) {
    slice = std::clamp<std::size_t>(
        sum.boards == 0 ? kLeastSlice
                        : static_cast<std::size_t>(kSliceTime / sum.raw.clock * static_cast<double>(sum.boards)),
        kLeastSlice, boards.size());
    const auto part = std::span(boards).subspan(at, std::min(slice, boards.size() - at));
    const std::vector<std::string> texts = texts_of(part, effort);
    const auto run_raw = [&] { sum.raw += cost_of(raw_pids, [&] { drive_raw(raw, texts); }); };
    const auto run_pool = [&] {
      sum.pool += cost_of(
          pool_pids, [&] { pool.score(part, effort, Deadline::max(), {}, [](std::size_t, const BoardScores&) {}); });
    };
    raw_first ? (run_raw(), run_pool()) : (run_pool(), run_raw());
    raw_first = !raw_first;
    sum.searches += texts.size();
    sum.boards += part.size();
  }
  return sum;
}

Json figures_of(const Pair& pair) {
  const auto searches = static_cast<double>(pair.searches);
  return {{"searches", pair.searches},
          {"boards", pair.boards},
          {"raw_per_s", searches / pair.raw.clock},
          {"pool_per_s", searches / pair.pool.clock},
          {"pool_boards_per_s", static_cast<double>(pair.boards) / pair.pool.clock},
          {"ratio", pair.raw.clock / pair.pool.clock},
          {"cpu_ratio", pair.raw.processor() / pair.pool.processor()},
          {"engine_cpu_ms", {1e3 * pair.raw.engines / searches, 1e3 * pair.pool.engines / searches}},
          {"own_cpu_ms", {1e3 * pair.raw.ours / searches, 1e3 * pair.pool.ours / searches}}};
}

void print_heading() {
  fmt::print("processor time in ms a search, raw and pool\n");
  fmt::print("{:>5} {:>8} {:>8} {:>6} {:>16} {:>14} {:>6}\n", "depth", "raw/s", "pool/s", "ratio", "engines", "driver",
             "ratio");
}

void print_row(const Json& row) {
  const auto number = [&](const char* name) { return row[name].get<double>(); };
  const auto& engines = row["engine_cpu_ms"];
  const auto& own = row["own_cpu_ms"];
  fmt::print("{:>5} {:>8.0f} {:>8.0f} {:>6.3f} {:>8.3f}{:>8.3f} {:>7.3f}{:>7.3f} {:>6.3f}\n", row["depth"].get<int>(),
             number("raw_per_s"), number("pool_per_s"), number("ratio"), engines[0].get<double>(),
             engines[1].get<double>(), own[0].get<double>(), own[1].get<double>(), number("cpu_ratio"));
  std::fflush(stdout);
}

}  // namespace

Result<Json> bench_throughput(const EvalBench& settings, const std::vector<Board>& boards,
                              const std::vector<int>& depths, double seconds, bool quiet) {
  std::vector<Board> fit;
  for (const Board& board : boards) {
    if (engine_question(board)) {
      fit.push_back(board);
    }
  }
  StockfishPool pool({.commands = settings.commands, .workers = settings.workers, .hash_mb = kHash});
  while (pool.pids().size() < static_cast<std::size_t>(settings.workers)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (pool.counts().failed_starts > 0) {
      return Error{"the engine does not start"};
    }
  }
  Json rows = Json::array();
  if (!quiet) {
    print_heading();
  }
  std::vector<std::unique_ptr<RawEngine>> raw;
  std::vector<RawEngine*> engines;
  for (int i = 0; i < settings.workers; ++i) {
    const auto& argv = settings.commands[static_cast<std::size_t>(i) % settings.commands.size()];
    engines.push_back(raw.emplace_back(std::make_unique<RawEngine>(argv, kHash, 500)).get());
  }
  for (const int depth : depths) {
    Json row = {{"depth", depth}, {"workers", settings.workers}};
    row.update(figures_of(compare(pool, engines, fit, {.depth = depth}, seconds)));
    if (!quiet) {
      print_row(row);
    }
    rows.push_back(std::move(row));
  }
  const PoolCounts counts = pool.counts();
  if (counts.stand_ins + counts.died + counts.silent + counts.garbage > 0) {
    return Error{"engines failed while they were measured"};
  }
  return rows;
}

Result<Json> bench_cancel(const EvalBench& settings, const std::vector<Board>& boards, bool quiet) {
  constexpr int kCancels = 50;
  constexpr auto kSearchTime = std::chrono::milliseconds(30);
  StockfishPool pool({.commands = settings.commands, .workers = settings.workers, .hash_mb = kHash});
  while (pool.pids().empty()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (pool.counts().failed_starts > 0) {
      return Error{"the engine does not start"};
    }
  }
  std::vector<double> times;  // ms
  for (int i = 0; i < kCancels; ++i) {
    std::stop_source stop;
    Deadline requested;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(kSearchTime);
      requested = SteadyClock::now();
      stop.request_stop();
    });
    pool.score(boards, {.depth = 12}, Deadline::max(), stop.get_token(), [](std::size_t, const BoardScores&) {});
    const Deadline returned = SteadyClock::now();
    stopper.join();
    times.push_back(1e3 * std::chrono::duration<double>(returned - requested).count());
  }
  std::sort(times.begin(), times.end());
  const PoolCounts counts = pool.counts();
  const std::uint64_t failed = counts.died + counts.silent + counts.garbage;
  if (!quiet) {
    fmt::print("cancel: median {:.2f} ms, longest {:.2f} ms, {} engines lost by it\n", times[times.size() / 2],
               times.back(), failed);
  }
  return Json{{"median_ms", times[times.size() / 2]}, {"longest_ms", times.back()}, {"failed", failed}};
}

}  // namespace lanternfish
