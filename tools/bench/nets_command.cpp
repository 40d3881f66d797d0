#include "tools/bench/nets_command.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "nets/history_planes.h"
#include "nets/network.h"
#include "nets/synopsis.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;
using Clock = std::chrono::steady_clock;

// What one player knows at one own turn of a game of random requests: boards that the notice cannot tell apart, and
// everything the player was told so far.
struct Situation {
  std::vector<Board> boards;
  Color me = kWhite;
  std::vector<Observation> history;
};

// All boards after an opponent's move that captures on `captured`, the true one first.
std::vector<Board> boards_after(const Board& before, const Outcome& truth, std::size_t limit) {
  std::vector<Board> boards(1, before);
  apply(boards[0], truth.taken);
  for_each_taken_move(mover_view(before), before.turn(), [&](PieceType, Move move, Square captured) {
    if (captured == truth.captured && move != truth.taken && boards.size() < limit) {
      boards.push_back(before);
      apply(boards.back(), move);
    }
  });
  return boards;
}

std::vector<Situation> random_situations(std::size_t count, std::size_t boards_each) {
  std::mt19937 random(1);
  std::vector<Situation> situations;
  while (situations.size() < count) {
    Board board = Board::start();
    std::array<std::vector<Observation>, 2> histories;
    Square last_capture = kNoSquare;
    for (int ply = 0; ply < 120 && situations.size() < count; ++ply) {
      const Color me = board.turn();
      const auto list = requests(board, me);
      const Move request = list[random() % list.size()];
      const Outcome outcome = resolve(board, request);
      histories[me].emplace_back(OpponentMoved{last_capture});
      histories[me].emplace_back(Sensed{sense(board, static_cast<Square>(random() % 64))});
      const Board before = board;
      apply(board, outcome.taken);
      if (board.king(~me) == kNoSquare) {
        break;
      }
      histories[me].emplace_back(Moved{request, outcome.taken, outcome.captured});
      last_capture = outcome.captured;
      Situation next{boards_after(before, outcome, boards_each), ~me, histories[~me]};
      next.history.emplace_back(OpponentMoved{last_capture});
      situations.push_back(std::move(next));
    }
  }
  return situations;
}

std::vector<NetQuestion> questions_of(const std::vector<Situation>& situations) {
  std::vector<NetQuestion> questions;
  for (const Situation& situation : situations) {
    const Synopsis synopsis = make_synopsis(situation.boards, situation.me, Stage::kMove, {}, nullptr);
    NetQuestion question{.planes = plane_list(synopsis), .actions = {}};
    for (const Move request : requests(situation.boards[0], situation.me)) {
      question.actions.push_back(move_code(request, situation.me));
    }
    questions.push_back(std::move(question));
  }
  return questions;
}

// Calls a second, by the clock on the wall and by processor time of all threads together.
struct Rate {
  double wall = 0;
  double processor = 0;
};

// Calls `work` for `seconds` after one call that is not counted.
template <typename Work>
Rate measure(double seconds, Work&& work) {
  work();
  const auto begin = Clock::now();
  const std::clock_t processor_begin = std::clock();
  for (int calls = 1;; ++calls) {
    work();
    const double spent = std::chrono::duration<double>(Clock::now() - begin).count();
    if (spent >= seconds) {
      const double processor = static_cast<double>(std::clock() - processor_begin) / CLOCKS_PER_SEC;
      return {calls / spent, calls / std::max(processor, 1e-6)};
    }
  }
}

struct NetsBench {
  std::vector<std::string> networks;
  std::vector<int> batches;
  std::vector<int> threads;
  double seconds = 0.5;
};

// "64x6": channels and blocks.
Result<NetShape> shape_of(const std::string& text) {
  NetShape shape{.planes = kSynopsisPlanes};
  char rest = 0;
  if (std::sscanf(text.c_str(), "%5dx%5d%c", &shape.channels, &shape.blocks, &rest) != 2) {
    return Error{fmt::format("'{}' is not a number of channels, x and a number of blocks, as 64x6", text)};
  }
  const Status status = check_shape(shape);
  return status ? Result<NetShape>(shape) : Error{fmt::format("{}: {}", text, status.error())};
}

void bench_network(const NetsBench& settings, const std::string& name, const NetShape& shape,
                   const std::vector<Situation>& situations) {
  const Weights weights = random_weights(shape, 1);
  const std::vector<NetQuestion> all = questions_of(situations);
  std::vector<TowerKind> kinds = {TowerKind::kPlain};
  if (best_tower_kind() != TowerKind::kPlain) {
    kinds.push_back(best_tower_kind());
  }
  for (const TowerKind kind : kinds) {
    for (const int threads : settings.threads) {
      for (const int batch : settings.batches) {
        Network network(weights, {.threads = threads, .batch = batch, .kind = kind});
        const auto size = static_cast<std::size_t>(batch) * static_cast<std::size_t>(threads);
        std::vector<NetQuestion> questions;
        for (std::size_t i = 0; i < size; ++i) {
          questions.push_back(all[i % all.size()]);
        }
        const Rate calls = measure(settings.seconds, [&] { network.evaluate(questions); });
        const double by_processor = static_cast<double>(size) * calls.processor;
        fmt::print("| {} | {} | {} | {} | {:.0f} | {:.3f} | {:.0f} |\n", name, tower_kind_name(kind), threads, batch,
                   static_cast<double>(size) * calls.wall, 1000 / by_processor,
                   by_processor * multiply_adds(shape) / 1e9);
        std::fflush(stdout);
      }
    }
  }
}

void bench_planes(double seconds, const std::vector<Situation>& situations) {
  std::vector<Board> boards;
  for (std::size_t i = 0; boards.size() < 128; ++i) {  // 128 boards with the same own pieces
    const std::vector<Board>& some = situations[3].boards;
    boards.push_back(some[i % some.size()]);
  }
  const Color me = situations[3].me;
  const Rate synopses = measure(seconds, [&] { make_synopsis(boards, me, Stage::kMove, {}, nullptr); });
  std::size_t bits = 0;
  const Situation& longest =
      *std::max_element(situations.begin(), situations.end(),
                        [](const Situation& a, const Situation& b) { return a.history.size() < b.history.size(); });
  HistoryPlanes history(Board::start(), longest.me);
  for (const Observation& event : longest.history) {
    [[maybe_unused]] const Status status = history.observe(event);
    assert(status);
  }
  const Rate histories = measure(seconds, [&] { bits = set_bits(history.planes()).size(); });
  fmt::print("\nsynopsis of 128 boards: {:.1f} us\nhistory planes, {} turns, {} set squares: {:.1f} us\n",
             1e6 / synopses.processor, longest.history.size() / 3 + 1, bits, 1e6 / histories.processor);
}

}  // namespace

int run_nets_bench(int argc, char** argv) {
  NetsBench settings;
  const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::vector<int> threads = {1};
  if (processors > 1) {
    threads.push_back(processors);
  }
  po::options_description options("lanternfish-bench nets [options]");
  options.add_options()("help,h", "this text")(
      "networks",
      po::value(&settings.networks)->multitoken()->default_value({"32x4", "64x6", "128x10"}, "32x4 64x6 128x10"),
      "channels x residual blocks, over the 104 planes of a synopsis")(
      "batches", po::value(&settings.batches)->multitoken()->default_value({1, 4, 16, 64}, "1 4 16 64"),
      "positions that a thread works on together")(
      "threads", po::value(&settings.threads)->multitoken()->default_value(threads, "1 and all"), "numbers of threads")(
      "seconds", po::value(&settings.seconds)->default_value(0.5), "to measure each figure for");
  po::variables_map values;
  po::store(po::command_line_parser(argc, argv).options(options).run(), values);
  if (values.count("help") != 0) {
    fmt::print("{}", (std::ostringstream() << options).str());
    return 0;
  }
  po::notify(values);
  for (const auto* numbers : {&settings.batches, &settings.threads}) {
    for (const int number : *numbers) {
      if (number < 1 || number > 1024) {
        fmt::print(stderr, "lanternfish-bench: {} is not a batch or a number of threads from 1 to 1024\n", number);
        return 1;
      }
    }
  }
  const std::vector<Situation> situations = random_situations(64, 128);
  fmt::print(
      "| network | tower | threads | batch | positions a second | processor ms a position | GMAC a processor second |\n"
      "|---|---|--:|--:|--:|--:|--:|\n");
  for (const std::string& name : settings.networks) {
    const Result<NetShape> shape = shape_of(name);
    if (!shape) {
      fmt::print(stderr, "lanternfish-bench: {}\n", shape.error());
      return 1;
    }
    bench_network(settings, name, *shape, situations);
  }
  bench_planes(settings.seconds, situations);
  return 0;
}

}  // namespace lanternfish
