#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "eval/engine_gate.h"
#include "eval/stockfish_pool.h"
#include "rules/rbc.h"
#include "tools/bench/bench_eval.h"
#include "tools/bench/raw_engine.h"

namespace lanternfish {

namespace {

constexpr int kHash = 16;           // MB
constexpr double kSliceTime = 0.1;  // seconds that one driver has before the other has its turn
constexpr std::size_t kLeastSlice = 8;

double seconds_since(Deadline begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// What the pool asks about a board.
std::vector<EngineQuestion> questions_of(const Board& board, SearchMode mode) {
  std::vector<EngineQuestion> questions;
  const auto add = [&](const Board& asked) {
    if (asked.king(asked.turn()) != kNoSquare) {
      if (auto question = engine_question(asked)) {
        questions.push_back(*std::move(question));
      }
    }
  };
  if (mode == SearchMode::kAllMoves) {
    add(board);
    return questions;
  }
  const auto add_after = [&](PieceType, Move move, Square) {
    Board after = board;
    apply(after, move);
    add(after);
  };
  for_each_taken_move(mover_view(board), board.turn(), add_after);
  add_after(kNoPieceType, kNullMove, kNoSquare);
  return questions;
}

// Processor time of ours and of these processes.
double cpu_of(const std::vector<int>& pids) {
  double sum = cpu_seconds(::getpid());
  for (const int pid : pids) {
    sum += cpu_seconds(pid);
  }
  return sum;
}

struct Pair {
  double raw_seconds = 0, pool_seconds = 0;
  double raw_cpu = 0, pool_cpu = 0;  // seconds, the engines' and ours
  std::size_t searches = 0, boards = 0;
};

// The two take turns, slice by slice, so that whatever else the machine does hits both.
Pair compare(StockfishPool& pool, std::span<RawEngine* const> raw, const std::vector<Board>& boards,
             const Effort& effort, double seconds) {
  Pair sum;
  const std::vector<int> pool_pids = pool.pids();
  std::vector<int> raw_pids;
  for (const RawEngine* engine : raw) {
    raw_pids.push_back(engine->pid());
  }
  std::size_t slice = kLeastSlice;
  bool raw_first = true;
  for (std::size_t at = 0; sum.raw_seconds + sum.pool_seconds < 2 * seconds && at < boards.size(); at += slice) {
    slice = std::clamp<std::size_t>(
        sum.boards == 0 ? kLeastSlice
                        : static_cast<std::size_t>(kSliceTime / sum.raw_seconds * static_cast<double>(sum.boards)),
        kLeastSlice, boards.size());
    const auto part = std::span(boards).subspan(at, std::min(slice, boards.size() - at));
    std::vector<std::string> texts;
    for (const Board& board : part) {
      for (const EngineQuestion& question : questions_of(board, effort.mode)) {
        texts.push_back(fmt::format("position fen {}\ngo depth {}\n", question.fen, effort.depth));
      }
    }
    const auto run_raw = [&] {
      const double before = cpu_of(raw_pids);
      sum.raw_seconds += drive_raw(raw, texts);
      sum.raw_cpu += cpu_of(raw_pids) - before;
    };
    if (raw_first) {
      run_raw();
    }
    const double before = cpu_of(pool_pids);
    const Deadline begin = Clock::now();
    pool.score(part, effort, Deadline::max(), {}, [](std::size_t, const BoardScores&) {});
    sum.pool_seconds += seconds_since(begin);
    sum.pool_cpu += cpu_of(pool_pids) - before;
    if (!raw_first) {
      run_raw();
    }
    raw_first = !raw_first;
    sum.searches += texts.size();
    sum.boards += part.size();
  }
  return sum;
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
    fmt::print("{:>10} {:>5} {:>9} {:>9} {:>7} {:>11} {:>11} {:>7}\n", "mode", "depth", "raw/s", "pool/s", "ratio",
               "raw cpu ms", "pool cpu ms", "ratio");
  }
  for (const SearchMode mode : {SearchMode::kAllMoves, SearchMode::kPerMove}) {
    const bool all = mode == SearchMode::kAllMoves;
    std::vector<std::unique_ptr<RawEngine>> raw;
    std::vector<RawEngine*> engines;
    for (int i = 0; i < settings.workers; ++i) {
      const auto& argv = settings.commands[static_cast<std::size_t>(i) % settings.commands.size()];
      engines.push_back(raw.emplace_back(std::make_unique<RawEngine>(argv, kHash, all ? 500 : 1)).get());
    }
    for (const int depth : depths) {
      const Pair pair = compare(pool, engines, fit, {.depth = depth, .mode = mode}, seconds);
      const double searches = static_cast<double>(pair.searches);
      const double ratio = pair.raw_seconds / pair.pool_seconds;
      rows.push_back({{"mode", all ? "all-moves" : "per-move"},
                      {"depth", depth},
                      {"workers", settings.workers},
                      {"searches", pair.searches},
                      {"boards", pair.boards},
                      {"raw_per_s", searches / pair.raw_seconds},
                      {"pool_per_s", searches / pair.pool_seconds},
                      {"pool_boards_per_s", static_cast<double>(pair.boards) / pair.pool_seconds},
                      {"ratio", ratio},
                      {"raw_cpu_ms", 1e3 * pair.raw_cpu / searches},
                      {"pool_cpu_ms", 1e3 * pair.pool_cpu / searches},
                      {"cpu_ratio", pair.raw_cpu / pair.pool_cpu}});
      if (!quiet) {
        fmt::print("{:>10} {:>5} {:>9.0f} {:>9.0f} {:>7.3f} {:>11.3f} {:>11.3f} {:>7.3f}\n",
                   all ? "all-moves" : "per-move", depth, searches / pair.raw_seconds, searches / pair.pool_seconds,
                   ratio, 1e3 * pair.raw_cpu / searches, 1e3 * pair.pool_cpu / searches, pair.raw_cpu / pair.pool_cpu);
        std::fflush(stdout);
      }
    }
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
      requested = Clock::now();
      stop.request_stop();
    });
    pool.score(boards, {.depth = 12}, Deadline::max(), stop.get_token(), [](std::size_t, const BoardScores&) {});
    const Deadline returned = Clock::now();
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
