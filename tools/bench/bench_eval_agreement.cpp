#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <numeric>
#include <optional>
#include <span>

#include "engine/net_scores.h"
#include "eval/static_evaluator.h"
#include "eval/stockfish_pool.h"
#include "nets/board_planes.h"
#include "nets/network.h"
#include "nets/shipped_weights.h"
#include "nets/weights_file.h"
#include "tools/bench/bench_eval.h"
#include "tools/bench/raw_engine.h"
#include "uci/engine_gate.h"

namespace lanternfish {

namespace {

constexpr int kReferenceDepth = 14;  // plies
// Centipawns. Regret counts scores beyond as this: how far a won game is won matters little.
constexpr double kClamp = 1'000;
// That go through all rows before the next ones: figures of fewer boards are there if it is interrupted.
constexpr std::size_t kChunk = 20;
constexpr std::size_t kContenders = 5;  // moves searched deeper than all
constexpr int kDeeper = 2;              // plies from one look at them to the next
constexpr int kOwnRepeats = 10;         // of what this program computes itself: one pass is too short for its clock

// By index of EngineQuestion::legal; centipawns.
using Values = std::vector<double>;

// Mean and standard error of what was added.
class Mean {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  double value() const { return sum_ / count_; }
  double error() const { return std::sqrt((squares_ / count_ - value() * value()) / (count_ - 1)); }

 private:
  double count_ = 0, sum_ = 0, squares_ = 0;
};

struct Row {
  std::string name;
  Effort effort{};
  int contenders_depth = 0;          // to which the best moves are searched after that; 0: none
  std::shared_ptr<Evaluator> own{};  // answers in the engine's place; null: the engine
  bool one_by_one = false;           // is asked about one board at a time
  double cpu_seconds = 0;            // of the engine, or of this program
  Mean correlation{}, regret{};
};

// A scorer is shown by the name of its file; an empty path is the program's own.
Result<Row> scorer_row(const std::filesystem::path& file) {
  Result<Weights> weights = file.empty() ? parse_weights(shipped_weights("scorer"), "the weights of this program")
                                         : read_weights(file, kBoardPlanesVersion);
  if (!weights) {
    return Error{weights.error()};
  }
  return Row{.name = file.empty() ? "scorer" : "scorer " + file.stem().string(),
             .own = std::make_shared<NetScores>(std::make_shared<Network>(*weights, Network::Options{}), RbcTerms{})};
}

// What this program answers without an engine.
Status add_own_rows(const std::vector<std::filesystem::path>& scorers, std::vector<Row>& rows) {
  std::vector<std::filesystem::path> files{""};
  files.insert(files.end(), scorers.begin(), scorers.end());
  rows.push_back({.name = "built-in", .own = std::make_shared<StaticEvaluator>(RbcTerms{})});
  for (const std::filesystem::path& file : files) {
    const Result<Row> row = scorer_row(file);
    if (!row) {
      return Error{row.error()};
    }
    rows.push_back(*row);
    if (file.empty()) {
      rows.push_back(*row);
      rows.back().name += ", one by one";
      rows.back().one_by_one = true;
    }
  }
  return success();
}

// Those of the rows that were asked for, all where none was; the reference, the last one, in any case.
Result<std::vector<Row>> chosen(std::vector<Row> rows, const std::vector<std::string>& names) {
  const auto named = [](const std::string& name) { return [&name](const Row& row) { return row.name == name; }; };
  for (const std::string& name : names) {
    if (std::none_of(rows.begin(), rows.end(), named(name))) {
      std::string known;
      for (const Row& row : rows) {
        known += fmt::format("{}'{}'", known.empty() ? "" : ", ", row.name);
      }
      return Error{fmt::format("there is no row '{}'; there are {}", name, known)};
    }
  }
  if (!names.empty()) {
    const Row reference = rows.back();
    std::erase_if(rows, [&](const Row& row) {
      return row.name == reference.name || std::find(names.begin(), names.end(), row.name) == names.end();
    });
    rows.push_back(reference);
  }
  return rows;
}

// The last one is the reference.
Result<std::vector<Row>> rows_to_measure(const EvalBench& settings) {
  std::vector<Row> rows;
  const auto add = [&](std::string name, const Effort& effort, int contenders_depth = 0) {
    rows.push_back({.name = std::move(name), .effort = effort, .contenders_depth = contenders_depth});
  };
  if (const Status added = add_own_rows(settings.scorers, rows); !added) {
    return Error{added.error()};
  }
  for (int depth = 1; depth <= 8; ++depth) {
    add(fmt::format("all-moves depth {}", depth), {.depth = depth});
  }
  for (const int depth : {6, 8, 10, 12}) {
    add(fmt::format("depth 4, best {} to {}", kContenders, depth), {.depth = 4}, depth);
  }
  add(fmt::format("all-moves depth {}", kReferenceDepth), {.depth = kReferenceDepth});
  return chosen(std::move(rows), settings.rows);
}

// The best moves by their values, ascending.
std::vector<Move> best_moves(const std::vector<Move>& legal, const Values& values) {
  std::vector<std::size_t> order(legal.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  std::vector<Move> best;
  for (std::size_t i = 0; i < std::min(kContenders, order.size()); ++i) {
    best.push_back(legal[order[i]]);
  }
  std::sort(best.begin(), best.end());
  return best;
}

// Sets the values of the moves that were answered, what chess does not know being left out.
void set_values(const Board& board, const BoardScores& scores, Values& values) {
  const std::vector<Move> legal = engine_question(board)->legal;
  values.resize(legal.size());
  for (const MoveScore& move : scores.moves) {
    const auto found = std::find(legal.begin(), legal.end(), move.taken);
    if (found != legal.end()) {
      values[static_cast<std::size_t>(found - legal.begin())] = flattened(move.score, RbcTerms{});
    }
  }
}

double own_cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The values by board of a row without an engine.
std::vector<Values> measure_own(std::span<const Board> boards, Row& row) {
  std::vector<Values> values(boards.size());
  const auto pass = [&] {
    const std::size_t size = row.one_by_one ? 1 : boards.size();
    for (std::size_t at = 0; at < boards.size(); at += size) {
      row.own->score(boards.subspan(at, size), {}, Deadline::max(), {}, [&](std::size_t i, const BoardScores& scores) {
        set_values(boards[at + i], scores, values[at + i]);
      });
    }
  };
  pass();  // what is made once must not count
  const double before = own_cpu_seconds();
  for (int i = 0; i < kOwnRepeats; ++i) {
    pass();
  }
  row.cpu_seconds += (own_cpu_seconds() - before) / kOwnRepeats;
  return values;
}

// The values by board. None when the engine failed on the way.
std::optional<std::vector<Values>> measure(StockfishPool& pool, std::span<const Board> boards, Row& row) {
  if (row.own != nullptr) {
    return measure_own(boards, row);
  }
  const auto ignore = [](std::size_t, const BoardScores&) {};
  pool.new_game();  // what the row before searched must not help
  pool.score(std::vector{Board::start()}, {.depth = 1}, Deadline::max(), {}, ignore);  // nor clearing count
  const std::vector<int> pids = pool.pids();
  const double before = pids.empty() ? std::nan("") : cpu_seconds(pids.front());
  std::vector<Values> values(boards.size());
  const auto take = [&](std::size_t index, const BoardScores& scores) {
    set_values(boards[index], scores, values[index]);
  };
  pool.score(boards, row.effort, Deadline::max(), {}, take);
  for (int depth = row.effort.depth + kDeeper; depth <= row.contenders_depth; depth += kDeeper) {
    std::vector<std::vector<Move>> contenders;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      contenders.push_back(best_moves(engine_question(boards[i])->legal, values[i]));
    }
    pool.score({boards, contenders}, {.depth = depth}, Deadline::max(), {}, take);
  }
  row.cpu_seconds += (pids.empty() ? std::nan("") : cpu_seconds(pids.front())) - before;
  return pool.counts().stand_ins == 0 && std::isfinite(row.cpu_seconds) ? std::optional(values) : std::nullopt;
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

// All rows on a few boards. The name of the row at which the engine failed, or nothing.
std::string measure_chunk(StockfishPool& pool, std::span<const Board> boards, std::vector<Row>& rows) {
  const auto reference = measure(pool, boards, rows.back());
  if (!reference) {
    return rows.back().name;
  }
  for (Row& row : rows) {
    const bool is_reference = &row == &rows.back();
    const auto values = is_reference ? reference : measure(pool, boards, row);
    if (!values) {
      return row.name;
    }
    for (std::size_t i = 0; i < boards.size(); ++i) {
      const double correlation = rank_correlation((*values)[i], (*reference)[i]);
      if (std::isfinite(correlation)) {
        row.correlation.add(correlation);
      }
      row.regret.add(regret((*values)[i], (*reference)[i]));
    }
  }
  return {};
}

Json json_of(const Row& row, std::size_t boards) {
  return {{"search", row.name},
          {"cpu_ms_per_board", 1e3 * row.cpu_seconds / static_cast<double>(boards)},
          {"rank_correlation", row.correlation.value()},
          {"rank_correlation_error", row.correlation.error()},
          {"regret_cp", row.regret.value()},
          {"regret_cp_error", row.regret.error()},
          {"boards", boards}};
}

void print_table(const std::vector<Row>& rows, std::size_t boards) {
  fmt::print("{} boards; behind +- the standard error\n{:>22} {:>10} {:>16} {:>14}\n", boards, "search", "ms a board",
             "rank corr.", "regret cp");
  for (const Row& row : rows) {
    fmt::print("{:>22} {:>10.2f} {:>7.3f} +- {:.3f} {:>6.1f} +- {:.1f}\n", row.name,
               1e3 * row.cpu_seconds / static_cast<double>(boards), row.correlation.value(), row.correlation.error(),
               row.regret.value(), row.regret.error());
  }
  std::fflush(stdout);
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
  Result<std::vector<Row>> wanted = rows_to_measure(settings);
  if (!wanted) {
    return Error{wanted.error()};
  }
  std::vector<Row> rows = std::move(wanted).value();
  for (std::size_t at = 0; at < fit.size(); at += kChunk) {
    const std::size_t size = std::min(kChunk, fit.size() - at);
    if (const std::string failed = measure_chunk(pool, std::span(fit).subspan(at, size), rows); !failed.empty()) {
      return Error{"the engine failed while it was measured: " + failed};
    }
    if (!quiet) {
      print_table(rows, at + size);
    }
  }
  Json json = Json::array();
  for (const Row& row : rows) {
    json.push_back(json_of(row, fit.size()));
  }
  return json;
}

}  // namespace lanternfish
