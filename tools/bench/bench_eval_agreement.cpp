#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "eval/engine_gate.h"
#include "eval/stockfish_pool.h"
#include "tools/bench/bench_eval.h"
#include "tools/bench/raw_engine.h"

namespace lanternfish {

namespace {

constexpr int kReferenceDepth = 14;  // plies
// Centipawns. Regret counts scores beyond as this: how far a won game is won matters little.
constexpr double kClamp = 1'000;

// By index of EngineQuestion::legal; centipawns.
using Values = std::vector<double>;

struct Row {
  std::string name;
  Effort effort;
  std::vector<Values> values;  // by board
  double cpu_seconds = 0;      // of the engine
};

std::vector<Row> rows_to_measure() {
  std::vector<Row> rows;
  const auto add = [&](std::string name, const Effort& effort) {
    rows.push_back({.name = std::move(name), .effort = effort, .values = {}});
  };
  for (int depth = 1; depth <= 10; ++depth) {
    add(fmt::format("all-moves depth {}", depth), {.depth = depth});
  }
  for (const int nodes : {2'000, 5'000, 10'000, 30'000, 100'000}) {
    add(fmt::format("all-moves nodes {}", nodes), {.depth = 64, .nodes = nodes});
  }
  for (const int depth : {1, 3, 5, 7}) {
    add(fmt::format("per-move depth {}", depth), {.depth = depth, .mode = SearchMode::kPerMove});
  }
  add(fmt::format("all-moves depth {}", kReferenceDepth), {.depth = kReferenceDepth});
  return rows;
}

// False when the engine failed on the way.
bool measure(StockfishPool& pool, const std::vector<Board>& boards, Row& row) {
  row.values.resize(boards.size());
  pool.new_game();  // what the row before searched must not help
  const std::vector<int> pids = pool.pids();
  const double before = pids.empty() ? std::nan("") : cpu_seconds(pids.front());
  pool.score(boards, row.effort, Deadline::max(), {}, [&](std::size_t index, const BoardScores& scores) {
    const EngineQuestion question = *engine_question(boards[index]);
    for (const Move move : question.legal) {
      const auto found =
          std::find_if(scores.moves.begin(), scores.moves.end(), [&](const MoveScore& m) { return m.taken == move; });
      row.values[index].push_back(flattened(found->score, RbcTerms{}));
    }
  });
  row.cpu_seconds = (pids.empty() ? std::nan("") : cpu_seconds(pids.front())) - before;
  return pool.counts().stand_ins == 0 && std::isfinite(row.cpu_seconds);
}

// Places from 0, ties share the mean of theirs.
Values ranks(const Values& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  Values rank(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i + 1;
    while (end < order.size() && values[order[end]] == values[order[i]]) {
      ++end;
    }
    for (std::size_t k = i; k < end; ++k) {
      rank[order[k]] = static_cast<double>(i + end - 1) / 2;
    }
    i = end;
  }
  return rank;
}

// Spearman's; not a number where one side has no order at all.
double rank_correlation(const Values& a, const Values& b) {
  const Values x = ranks(a);
  const Values y = ranks(b);
  const double mean = static_cast<double>(x.size() - 1) / 2;
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  return xy / std::sqrt(xx * yy);
}

// What the reference loses by playing the row's best move, in centipawns.
double regret(const Values& row, const Values& reference) {
  const auto clamped = [](double value) { return std::clamp(value, -kClamp, kClamp); };
  const auto best = static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
  return clamped(*std::max_element(reference.begin(), reference.end())) - clamped(reference[best]);
}

Json compare(const Row& row, const Row& reference) {
  double correlation = 0;
  double lost = 0;
  std::size_t ordered = 0;
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    const double c = rank_correlation(row.values[i], reference.values[i]);
    if (std::isfinite(c)) {
      correlation += c;
      ++ordered;
    }
    lost += regret(row.values[i], reference.values[i]);
  }
  const auto boards = static_cast<double>(row.values.size());
  return {{"search", row.name},
          {"cpu_ms_per_board", 1e3 * row.cpu_seconds / boards},
          {"rank_correlation", correlation / static_cast<double>(ordered)},
          {"regret_cp", lost / boards},
          {"boards", row.values.size()}};
}

}  // namespace

Result<Json> bench_agreement(const EvalBench& settings, const std::vector<Board>& boards, bool quiet) {
  std::vector<Board> fit;
  for (const Board& board : boards) {
    const auto question = engine_question(board);
    if (question && question->legal.size() >= 2) {
      fit.push_back(board);
    }
  }
  StockfishPool pool({.commands = {settings.commands.front()}, .workers = 1, .terms = RbcTerms{}});
  while (pool.pids().empty() && pool.counts().failed_starts == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::vector<Row> rows = rows_to_measure();
  for (Row& row : rows) {
    if (!measure(pool, fit, row)) {
      return Error{"the engine failed while it was measured: " + row.name};
    }
    if (!quiet) {
      fmt::print("{}: {:.2f} ms a board\n", row.name, 1e3 * row.cpu_seconds / static_cast<double>(fit.size()));
      std::fflush(stdout);
    }
  }
  Json json = Json::array();
  if (!quiet) {
    fmt::print("{:>22} {:>14} {:>10} {:>10}\n", "search", "ms a board", "rank corr.", "regret cp");
  }
  for (const Row& row : rows) {
    json.push_back(compare(row, rows.back()));
    if (!quiet) {
      const Json& entry = json.back();
      fmt::print("{:>22} {:>14.2f} {:>10.3f} {:>10.1f}\n", row.name, entry["cpu_ms_per_board"].get<double>(),
                 entry["rank_correlation"].get<double>(), entry["regret_cp"].get<double>());
    }
  }
  return json;
}

}  // namespace lanternfish
