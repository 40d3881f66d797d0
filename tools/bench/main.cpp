// lanternfish-bench: what the program costs. Every figure of the documentation comes from here.

#include <algorithm>
#include <chrono>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "protocol/session/options.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "support/output.h"
#include "tools/bench/belief_boards.h"
#include "tools/bench/bench_belief.h"
#include "tools/bench/bench_eval.h"
#include "tools/bench/bench_games.h"
#include "tools/common/program.h"
#include "uci/engine_command.h"

namespace {

using namespace lanternfish;
namespace po = boost::program_options;

constexpr const char* kUsage =
    "usage: lanternfish-bench COMMAND [options]\n"
    "  perft      counts sequences of requests, a check of the rules and of their speed\n"
    "  belief     expansion, filter, windows and marginals on sets from recorded games\n"
    "  eval       engine pool and built-in evaluator on boards from recorded games\n"
    "  games      games of two strategies in this process: how many a minute\n"
    "Each explains itself with --help.\n";

int fail(const std::string& text) {
  print_error("lanternfish-bench: {}\n", text);
  return kFailed;
}

int processors() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

// False when the help was asked for and printed.
bool read_options(int argc, char** argv, const po::options_description& options, po::variables_map& values) {
  po::store(po::command_line_parser(argc, argv).options(options).run(), values);
  if (values.count("help") != 0) {
    fmt::print("{}", (std::ostringstream() << options).str());
    return false;
  }
  po::notify(values);
  return true;
}

int run_perft(int argc, char** argv) {
  int depth = 0;
  std::string fen;
  po::options_description options("lanternfish-bench perft [--depth N] [--fen FEN]");
  options.add_options()("help,h", "this text")("depth", po::value(&depth)->default_value(4), "plies")(
      "fen", po::value(&fen)->default_value(format_fen(Board::start())), "from here");
  po::variables_map values;
  if (!read_options(argc, argv, options, values)) {
    return 0;
  }
  const auto board = parse_fen(fen);
  if (!board) {
    return fail(board.error());
  }
  if (depth < 0 || depth > 8) {
    return fail(fmt::format("depth {} is not from 0 to 8", depth));
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

// "STRATEGY [OPTION=VALUE...]", words as the options are named; an empty sentence when it will do.
std::string configure(const std::string& text, Config& config) {
  std::istringstream words(text);
  std::string word;
  words >> word;
  for (std::string assignment = "Strategy=" + word; !assignment.empty(); assignment = words >> word ? word : "") {
    if (const auto set = set_option(config, assignment); !set) {
      return fmt::format("'{}': {}", text, set.error());
    }
  }
  return "";
}

int run_games(int argc, char** argv) {
  GamesBench bench;
  std::string records;
  po::options_description options("lanternfish-bench games [options]");
  options.add_options()("help,h", "this text")("first", po::value(&bench.first_name)->default_value("lanternfish"),
                                               "a strategy, with options: \"mht Depth=1\"")(
      "second", po::value(&bench.second_name)->default_value("lanternfish"), "its opponent")(
      "games", po::value(&bench.games)->default_value(bench.games), "number of games; colours swap after each")(
      "nodes", po::value(&bench.nodes)->default_value(bench.nodes), "positions scored in each phase")(
      "turn-limit", po::value(&bench.turn_limit)->default_value(bench.turn_limit), "full turns before a draw")(
      "seed", po::value(&bench.seed)->default_value(bench.seed), "of the first game")(
      "records", po::value(&records), "keep each game in this folder, as lanternfish-train fit reads them")(
      "stockfish", "score with Stockfish; otherwise with the built-in evaluator");
  po::variables_map values;
  if (!read_options(argc, argv, options, values)) {
    return 0;
  }
  bench.records = records;
  if (bench.games < 1 || bench.games > 1'000'000 || bench.nodes < 1 || bench.turn_limit < 0 || bench.seed < 1) {
    return fail("games, nodes and seed are at least 1, the turn limit is at least 0");
  }
  for (const auto& [name, config] : {std::pair(&bench.first_name, &bench.first), {&bench.second_name, &bench.second}}) {
    config->engine_command = values.count("stockfish") != 0 ? "" : "none";
    if (const std::string wrong = configure(*name, *config); !wrong.empty()) {
      return fail(wrong);
    }
  }
  const Result<std::string> report = bench_games(bench);
  if (!report) {
    return fail(report.error());
  }
  fmt::print("{}", *report);
  return 0;
}

// Google Benchmark has options of its own, which are left to it.
int run_belief(int argc, char** argv) {
  BeliefBench settings;
  std::string games;
  po::options_description options(
      "lanternfish-bench belief --games FOLDER [options] [--benchmark_min_time=SECONDS] [--benchmark_filter=NAME]\n"
      "    [--benchmark_format=json]");
  options.add_options()("help,h", "this text")("games", po::value(&games)->required(),
                                               "folder of GameHistory files (*.json)")(
      "sizes",
      po::value(&settings.sizes)
          ->multitoken()
          ->default_value({1000, 10'000, 100'000, 1'000'000, 10'000'000}, "1000 ... 10000000"),
      "numbers of boards before the opponent's move")(
      "threads", po::value(&settings.threads)->multitoken()->default_value({1, processors()}, "1 and all"),
      "numbers of threads");
  std::vector<char*> ours, theirs = {argv[0]};
  for (char* const word : std::span(argv, static_cast<std::size_t>(argc))) {
    (std::string_view(word).starts_with("--benchmark_") ? theirs : ours).push_back(word);
  }
  po::variables_map values;
  if (!read_options(static_cast<int>(ours.size()), ours.data(), options, values)) {
    return 0;
  }
  int count = static_cast<int>(theirs.size());
  benchmark::Initialize(&count, theirs.data());
  settings.games = games;
  for (const int threads : settings.threads) {
    if (threads < 1 || threads > 1024) {
      return fail(fmt::format("{} threads are not from 1 to 1024", threads));
    }
  }
  if (const Status registered = register_belief_bench(settings); !registered) {
    return fail(registered.error());
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int run_eval(int argc, char** argv) {
  constexpr std::size_t kBoards = 3'000;
  EvalBench settings;
  std::string games;
  std::string engine;
  po::options_description options("lanternfish-bench eval --games FOLDER [options]");
  options.add_options()("help,h", "this text")("games", po::value(&games)->required(),
                                               "folder of GameHistory files (*.json)")(
      "engine", po::value(&engine)->default_value("stockfish"), "command line of a UCI engine")(
      "workers", po::value(&settings.workers)->default_value(processors()), "engine processes")(
      "seconds", po::value(&settings.seconds)->default_value(settings.seconds), "to measure each figure for")(
      "depths", po::value(&settings.depths)->multitoken()->default_value({1, 3, 5, 7}, "1 3 5 7"), "plies");
  po::variables_map values;
  if (!read_options(argc, argv, options, values)) {
    return 0;
  }
  const Result<EngineCommands> commands = parse_engine_commands(engine);
  if (!commands) {
    return fail(commands.error());
  }
  settings.engine = commands->front();
  const auto program = find_engine_program(settings.engine.front());
  if (!program) {
    return fail("no program '" + settings.engine.front() + "'");
  }
  settings.engine.front() = *program;
  const auto boards = sample_belief_boards(games, kBoards);
  if (!boards) {
    return fail(boards.error());
  }
  if (boards->empty()) {
    return fail("no boards in " + games);
  }
  bench_built_in(*boards, settings.seconds);
  const Status measured = bench_throughput(settings, *boards);
  return measured ? 0 : fail(measured.error());
}

int run(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "perft") {
    return run_perft(argc - 1, argv + 1);
  }
  if (command == "belief") {
    return run_belief(argc - 1, argv + 1);
  }
  if (command == "eval") {
    return run_eval(argc - 1, argv + 1);
  }
  if (command == "games") {
    return run_games(argc - 1, argv + 1);
  }
  fmt::print("{}", kUsage);
  return command == "--help" || command == "-h" ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-bench", argc, argv, run); }
