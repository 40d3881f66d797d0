// What needs no chess engine: the cache, and the built-in evaluator.

#include <fmt/format.h>

#include <ctime>

#include "engine/sampling.h"
#include "eval/score_cache.h"
#include "eval/static_evaluator.h"
#include "tools/bench/belief_boards.h"
#include "tools/bench/bench_eval.h"

namespace lanternfish {

namespace {

constexpr int kCache = 64;  // MB
constexpr std::size_t kBoardsPerDecision = 64;
constexpr std::size_t kGames = 10;

double thread_cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Hits {
  std::uint64_t hits = 0, asked = 0;
  double rate() const { return asked == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(asked); }
};

}  // namespace

Result<Json> bench_cache(const EvalBench& settings, bool quiet) {
  ScoreCache cache(std::make_unique<StaticEvaluator>(RbcTerms{}), kCache);
  std::array<Hits, 2> by_phase;
  std::size_t game = 0;
  int turn = 0;
  ThreadPool threads(1);
  const Status followed = follow_beliefs(settings.games, {}, threads, [&](const BeliefMoment& moment) {
    if (moment.game >= kGames) {
      return false;
    }
    if (moment.game != game || moment.belief.log().size() == 1) {
      cache.new_game();
      game = moment.game;
    }
    Random random(settings.seed, ++turn, moment.sensed ? 1 : 0);
    std::vector<Board> boards;
    for (const Hypothesis& h : sample_boards(moment.belief.boards(), kBoardsPerDecision, random).boards) {
      boards.push_back(unpack(h, moment.belief.own()));
    }
    const std::uint64_t before = cache.hits();
    cache.score(boards, {}, Deadline::max(), {}, [](std::size_t, const BoardScores&) {});
    Hits& hits = by_phase[moment.sensed ? 1 : 0];
    hits.hits += cache.hits() - before;
    hits.asked += boards.size();
    return true;
  });
  if (!followed) {
    return Error{followed.error()};
  }
  const Hits all{.hits = by_phase[0].hits + by_phase[1].hits, .asked = by_phase[0].asked + by_phase[1].asked};
  if (!quiet) {
    fmt::print("cache: {} boards asked about, {:.1f} % known before a sense, {:.1f} % before a move, {:.1f} % in all\n",
               all.asked, 100 * by_phase[0].rate(), 100 * by_phase[1].rate(), 100 * all.rate());
  }
  return Json{{"boards", all.asked},
              {"boards_per_decision", kBoardsPerDecision},
              {"hit_rate_sense", by_phase[0].rate()},
              {"hit_rate_move", by_phase[1].rate()},
              {"hit_rate", all.rate()}};
}

Json bench_built_in(const std::vector<Board>& boards, double seconds, bool quiet) {
  std::uint64_t nodes = 0;
  std::size_t answered = 0;
  const double begin = thread_cpu_seconds();
  double taken = 0;
  while (taken < seconds) {
    for (std::size_t i = 0; i < 100; ++i) {
      built_in_scores(boards[answered++ % boards.size()], &nodes);
    }
    taken = thread_cpu_seconds() - begin;
  }
  const double per_second = static_cast<double>(nodes) / taken;
  const double boards_per_second = static_cast<double>(answered) / taken;
  if (!quiet) {
    fmt::print("built-in evaluator: {:.2f} million positions/s, {:.0f} boards/s with all moves\n", per_second / 1e6,
               boards_per_second);
  }
  return {{"positions_per_s", per_second}, {"boards_per_s", boards_per_second}};
}

}  // namespace lanternfish
