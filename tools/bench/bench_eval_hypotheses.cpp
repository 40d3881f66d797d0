#include <fmt/format.h>

#include <unordered_set>

#include "engine/random.h"
#include "eval/stockfish_pool.h"
#include "tools/bench/belief_boards.h"
#include "tools/bench/bench_eval.h"

namespace lanternfish {

namespace {

constexpr std::size_t kPerMoment = 64;
constexpr std::size_t kBatch = 4'000;
constexpr std::size_t kMaxBoards = 100'000;
constexpr std::size_t kReportEvery = 50'000;

// Evenly drawn, unlikely boards no less than likely ones: engines die of odd ones.
void draw_evenly(const BeliefMoment& moment, Random& random, std::unordered_set<Key>& seen,
                 std::vector<Board>& boards) {
  const BoardSet& set = moment.belief.boards();
  const double share = static_cast<double>(kPerMoment) / static_cast<double>(set.size());
  set.for_each([&](const Hypothesis& h) {
    if (random.unit() < share) {
      const Board board = unpack(h, moment.belief.own());
      if (seen.insert(board.key()).second) {
        boards.push_back(board);
      }
    }
  });
}

Json json_of(const PoolCounts& counts, std::size_t boards, double seconds) {
  return {{"boards", boards},
          {"seconds", seconds},
          {"by_engine", counts.answered},
          {"built_in", counts.built_in},
          {"failed", counts.stand_ins},
          {"died", counts.died},
          {"silent", counts.silent},
          {"garbage", counts.garbage},
          {"started", counts.started}};
}

}  // namespace

Result<Json> bench_hypotheses(const EvalBench& settings, std::size_t count, bool quiet) {
  std::vector<std::string> warnings;
  PoolSettings pool_settings{.commands = settings.commands, .workers = settings.workers};
  pool_settings.warning = [&](const std::string& text) {
    fmt::print(stderr, "{}\n", text);
    warnings.push_back(text);
  };
  StockfishPool pool(std::move(pool_settings));
  ThreadPool threads(1);
  Random random(settings.seed, 0, 0);
  std::unordered_set<Key> seen;
  std::vector<Board> boards;
  std::size_t asked = 0;
  const Deadline begin = SteadyClock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(SteadyClock::now() - begin).count(); };
  const auto ask = [&] {
    boards.resize(std::min(boards.size(), count - asked));
    pool.score(boards, {.depth = 1}, Deadline::max(), {}, [](std::size_t, const BoardScores&) {});
    if (!quiet && asked / kReportEvery != (asked + boards.size()) / kReportEvery) {
      const PoolCounts counts = pool.counts();
      fmt::print("{} boards, {:.0f} s: {} by the engine, {} built in, {} died, {} silent, {} garbage\n",
                 asked + boards.size(), seconds(), counts.answered, counts.built_in, counts.died, counts.silent,
                 counts.garbage);
      std::fflush(stdout);
    }
    asked += boards.size();
    boards.clear();
  };
  const Status followed = follow_beliefs(settings.games, {.boards = kMaxBoards, .moves = MoveModelKind::kUniform},
                                         threads, [&](const BeliefMoment& moment) {
                                           draw_evenly(moment, random, seen, boards);
                                           if (boards.size() >= kBatch) {
                                             ask();
                                           }
                                           return asked < count;
                                         });
  if (!followed) {
    return Error{followed.error()};
  }
  ask();
  Json json = json_of(pool.counts(), asked, seconds());
  json["warnings"] = warnings;
  return json;
}

}  // namespace lanternfish
