// lanternfish-bench: what the program costs. Every figure of the documentation comes from here.

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "protocol/session/options.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "support/processors.h"
#include "tools/bench/belief_boards.h"
#include "tools/bench/bench_belief.h"
#include "tools/bench/bench_eval.h"
#include "tools/bench/bench_games.h"
#include "tools/common/arguments.h"
#include "uci/engine_command.h"

namespace {

using namespace lanternfish;
namespace po = boost::program_options;
using Words = std::vector<std::string>;

constexpr const char* kProgram = "lanternfish-bench";
constexpr const char* kGamesHelp = "folder of GameHistory files (*.json)";

constexpr const char* kUsage =
    "usage: lanternfish-bench COMMAND [options]\n"
    "  perft      counts sequences of requests, a check of the rules and of their speed\n"
    "  belief     expansion, filter, windows and marginals on sets from recorded games\n"
    "  eval       engine pool and built-in evaluator on boards from recorded games\n"
    "  games      games of two strategies in this process: how many a minute\n"
    "Each explains itself with --help.\n";

int run_perft(Words words) {
  int depth = 4;
  std::string fen;
  Arguments arguments(kProgram, "usage: lanternfish-bench perft [--depth N] [--fen FEN]\n");
  arguments.number("depth", depth, 0, 8, "plies");
  arguments.options().add_options()("fen", po::value(&fen)->default_value(format_fen(Board::start())), "from here");
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  const auto board = parse_fen(fen);
  if (!board) {
    return arguments.fail(board.error());
  }
  for (int d = 1; d <= depth; ++d) {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t nodes = perft(*board, d);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fmt::print("perft {} {} ({:.3f} s, {:.1f} million a second)\n", d, nodes, seconds,
               static_cast<double>(nodes) / seconds / 1e6);
  }
  return 0;
}

int run_games(Words words) {
  constexpr int kMany = 1'000'000;
  constexpr std::int64_t kMaxSeed = std::numeric_limits<std::int64_t>::max() - kMany;  // the last game has one, too
  GamesBench bench;
  std::string records, cheat;
  const std::string cheat_help = "what the first player is told against the rules: " + cheat_names();
  Arguments arguments(kProgram, "usage: lanternfish-bench games [options]\n");
  arguments.options().add_options()("first", po::value(&bench.first_name)->default_value("lanternfish"),
                                    "a strategy, with options: \"mht Depth=1\"")(
      "second", po::value(&bench.second_name)->default_value("lanternfish"), "its opponent");
  arguments.number("games", bench.games, 1, kMany, "number of games; colours swap after each");
  arguments.number("nodes", bench.nodes, 1, std::numeric_limits<std::int64_t>::max(), "positions scored in each phase");
  arguments.number("first-nodes", bench.first_nodes, 0, std::numeric_limits<std::int64_t>::max(),
                   "the same for the first player alone; 0: as for both");
  arguments.number("known-depth", bench.known_depth, 0, 30,
                   "plies where two boards or fewer are scored, for both players; 0: as elsewhere");
  arguments.options().add_options()("cheat", po::value(&cheat)->value_name("CHEAT"), cheat_help.c_str());
  arguments.number("turn-limit", bench.turn_limit, 0, kMany, "full turns before a draw");
  arguments.number("seed", bench.seed, 1, kMaxSeed, "of the first game");
  arguments.options().add_options()("records", po::value(&records)->value_name("FOLDER"),
                                    "keep each game in this folder, as lanternfish-train fit reads them")(
      "stockfish", "score with Stockfish; otherwise with the built-in evaluator");
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  bench.records = records;
  if (!cheat.empty()) {
    const Result<Cheat> parsed = parse_cheat(cheat);
    if (!parsed) {
      return arguments.fail(parsed.error());
    }
    bench.cheat = *parsed;
  }
  for (const auto& [name, config] : {std::pair(&bench.first_name, &bench.first), {&bench.second_name, &bench.second}}) {
    config->engine_command = arguments.has("stockfish") ? "" : "none";
    if (const Status set = set_strategy(*config, *name); !set) {
      return arguments.fail(set.error());
    }
  }
  const Result<std::string> report = bench_games(bench);
  if (!report) {
    return arguments.fail(report.error());
  }
  fmt::print("{}", *report);
  return 0;
}

// Google Benchmark has options of its own, which are left to it.
int run_belief(Words words) {
  BeliefBench settings;
  std::string games;
  Arguments arguments(kProgram,
                      "usage: lanternfish-bench belief --games FOLDER [options] [--benchmark_min_time=SECONDS]\n"
                      "    [--benchmark_filter=NAME] [--benchmark_format=json]\n");
  arguments.options().add_options()("games", po::value(&games)->required(), kGamesHelp)(
      "sizes",
      po::value(&settings.sizes)
          ->multitoken()
          ->default_value({1000, 10'000, 100'000, 1'000'000, 10'000'000}, "1000 ... 10000000"),
      "numbers of boards before the opponent's move")(
      "threads", po::value(&settings.threads)->multitoken()->default_value({1, processors()}, "1 and all"),
      "numbers of threads");
  const auto ours = std::stable_partition(words.begin(), words.end(),
                                          [](const std::string& word) { return word.starts_with("--benchmark_"); });
  std::string program = kProgram;
  std::vector<char*> theirs = {program.data()};
  std::transform(words.begin(), ours, std::back_inserter(theirs), [](std::string& word) { return word.data(); });
  if (!arguments.parse(Words(ours, words.end()))) {
    return arguments.exit_status();
  }
  int count = static_cast<int>(theirs.size());
  benchmark::Initialize(&count, theirs.data());
  settings.games = games;
  for (const int threads : settings.threads) {
    if (threads < 1 || threads > 1024) {
      return arguments.refuse(fmt::format("{} threads are not from 1 to 1024", threads));
    }
  }
  if (const Status registered = register_belief_bench(settings); !registered) {
    return arguments.fail(registered.error());
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int run_eval(Words words) {
  constexpr std::size_t kBoards = 3'000;
  EvalBench settings;
  settings.workers = processors();
  std::string games;
  std::string engine;
  Arguments arguments(kProgram, "usage: lanternfish-bench eval --games FOLDER [options]\n");
  arguments.options().add_options()("games", po::value(&games)->required(), kGamesHelp)(
      "engine", po::value(&engine)->default_value("stockfish"), "command line of a UCI engine");
  arguments.number("workers", settings.workers, 1, 1024, "engine processes");
  arguments.number("seconds", settings.seconds, 0, 1'000'000, "to measure each figure for");
  arguments.options().add_options()(
      "depths", po::value(&settings.depths)->multitoken()->default_value({1, 3, 5, 7}, "1 3 5 7"), "plies");
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  const Result<EngineCommands> commands = parse_engine_commands(engine);
  if (!commands) {
    return arguments.fail(commands.error());
  }
  settings.engine = commands->front();
  const auto program = find_engine_program(settings.engine.front());
  if (!program) {
    return arguments.fail("no program '" + settings.engine.front() + "'");
  }
  settings.engine.front() = *program;
  const auto boards = sample_belief_boards(games, kBoards);
  if (!boards) {
    return arguments.fail(boards.error());
  }
  if (boards->empty()) {
    return arguments.fail("no boards in " + games);
  }
  bench_built_in(*boards, settings.seconds);
  const Status measured = bench_throughput(settings, *boards);
  return measured ? 0 : arguments.fail(measured.error());
}

int run(int argc, char** argv) {
  const std::array<Command, 4> commands = {
      {{"perft", run_perft}, {"belief", run_belief}, {"eval", run_eval}, {"games", run_games}}};
  return run_command(kProgram, kUsage, commands, argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-bench", argc, argv, run); }
