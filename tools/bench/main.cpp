// lanternfish-bench: what the program costs. Every figure of the documentation comes from here.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/program_options.hpp>

#include "protocol/session/options.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "support/output.h"
#include "support/program.h"
#include "tools/bench/bench_belief.h"
#include "tools/bench/bench_events.h"
#include "tools/bench/bench_games.h"
#include "tools/bench/bench_memory.h"
#include "tools/bench/bench_outside.h"
#include "tools/bench/eval_command.h"
#include "tools/bench/fail.h"
#include "tools/bench/lookahead_command.h"
#include "tools/bench/nets_command.h"

namespace {

using namespace lanternfish;
namespace po = boost::program_options;

constexpr const char* kUsage =
    "usage: lanternfish-bench COMMAND [options]\n"
    "  perft      counts sequences of requests, a check of the rules and of their speed\n"
    "  belief     expansion, filter, windows and marginals on sets from recorded games\n"
    "  memory     what becomes of the true board of recorded games when the belief has little memory\n"
    "  eval       engine pool, scores and caches on boards from recorded games\n"
    "  nets       networks by size, batch and threads, and the making of their planes\n"
    "  outside    events as a host sees them: wall time from observe to readyok of an engine's process\n"
    "  events     how long events took in matches that were played\n"
    "  lookahead  what a search that looks ahead costs, on situations of recorded games\n"
    "  games      games of two strategies in this process: how many a minute\n"
    "Each explains itself with --help.\n";

// False when the help was asked for and printed.
bool read_options(int argc, char** argv, const po::options_description& options,
                  const po::positional_options_description& positions, po::variables_map& values) {
  po::store(po::command_line_parser(argc, argv).options(options).positional(positions).run(), values);
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
  if (!read_options(argc, argv, options, {}, values)) {
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
  if (!read_options(argc, argv, options, {}, values)) {
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

int run_belief(int argc, char** argv) {
  BeliefBench settings;
  std::string games;
  bool json = false;
  double seconds = 0;
  std::string boards_file;
  std::string strangefish2;
  const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const std::vector<std::string> known = belief_measurements();
  const std::string measurements = fmt::format("what to measure: {}; all by default", fmt::join(known, ", "));
  po::options_description options("lanternfish-bench belief --games FOLDER [options]");
  options.add_options()("help,h", "this text")("games", po::value(&games)->required(),
                                               "folder of GameHistory files (*.json)")(
      "sizes",
      po::value(&settings.sizes)
          ->multitoken()
          ->default_value({1000, 10'000, 100'000, 1'000'000, 10'000'000}, "1000 ... 10000000"),
      "numbers of boards before the opponent's move")(
      "threads", po::value(&settings.threads)->multitoken()->default_value({1, processors}, "1 and all"),
      "numbers of threads")("only", po::value(&settings.only)->multitoken(), measurements.c_str())(
      "seconds", po::value(&seconds)->default_value(0.5), "to measure each figure for")("json", po::bool_switch(&json),
                                                                                        "for machines")(
      "write-boards", po::value(&boards_file), "file for the first set's boards as FEN; nothing is measured then")(
      "strangefish2", po::value(&strangefish2),
      "command that runs compare_strangefish2.py, for the ratio of both programs on the first set");
  po::variables_map values;
  if (!read_options(argc, argv, options, {}, values)) {
    return 0;
  }
  settings.games = games;
  settings.strangefish2 = strangefish2;
  for (const int threads : settings.threads) {
    if (threads < 1 || threads > 1024) {
      return fail(fmt::format("{} threads are not from 1 to 1024", threads));
    }
  }
  for (const std::string& name : settings.only) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return fail(fmt::format("nothing measured is called '{}', but {}", name, fmt::join(known, ", ")));
    }
  }
  if (!boards_file.empty()) {
    const Status written = write_parents(settings, boards_file);
    return written ? 0 : fail(written.error());
  }
  if (const Status registered = register_belief_bench(settings); !registered) {
    return fail(registered.error());
  }
  std::vector<std::string> words = {"lanternfish-bench", fmt::format("--benchmark_min_time={}", seconds),
                                    fmt::format("--benchmark_format={}", json ? "json" : "console")};
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int run_memory(int argc, char** argv) {
  MemoryBench settings;
  std::string games;
  std::vector<std::size_t> sizes;
  bool uniform = false;
  po::options_description options("lanternfish-bench memory --games FOLDER [options]");
  options.add_options()("help,h", "this text")("games", po::value(&games)->required(),
                                               "folder of GameHistory files (*.json)")(
      "memory", po::value(&sizes)->multitoken()->default_value({8, 1}, "8 1"),
      "BeliefMemory in MB, one after the other")("turns", po::value(&settings.most_turns)->default_value(160),
                                                 "games of more turns of both sides are left out")(
      "jobs", po::value(&settings.jobs)->default_value(1), "players followed at a time")(
      "threads", po::value(&settings.threads)->default_value(1), "of each of their beliefs")(
      "uniform", po::bool_switch(&uniform), "the uniform move model");
  po::variables_map values;
  if (!read_options(argc, argv, options, {}, values)) {
    return 0;
  }
  settings.games = games;
  settings.moves = uniform ? MoveModelKind::kUniform : MoveModelKind::kFitted;
  for (const int number : {settings.jobs, settings.threads}) {
    if (number < 1 || number > 1024) {
      return fail(fmt::format("{} jobs or threads are not from 1 to 1024", number));
    }
  }
  fmt::print(
      "| BeliefMemory, MB | games | turns | live | deferred | lost | turns with deferred parents | most held, MB | "
      "process, MB | an event, ms | slowest, ms |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  bool lost = false;
  for (const std::size_t size : sizes) {
    settings.megabytes = size;
    const auto report = bench_memory(settings);
    if (!report) {
      return fail(report.error());
    }
    lost |= report->lost > 0;
    fmt::print("| {} | {} | {} | {} | {} | {} | {} | {:.1f} | {:.1f} | {:.2f} | {:.0f} |\n", size, report->games,
               report->turns, report->live, report->covered, report->lost, report->deferring,
               static_cast<double>(report->most_bytes) / 1048576.0, static_cast<double>(report->peak_bytes) / 1048576.0,
               report->total_ms / static_cast<double>(std::max<std::size_t>(3 * report->turns, 1)),
               report->most_event_ms);
    std::fflush(stdout);
  }
  return lost ? fail("the true board was lost") : 0;
}

int run_outside(int argc, char** argv) {
  OutsideBench bench;
  po::options_description options("lanternfish-bench outside [options]");
  options.add_options()("help,h", "this text")(
      "engine", po::value(&bench.engine)->default_value("@lanternfish EngineCommand=none"), "as in the arena")(
      "beside", po::value(&bench.beside), "another build, measured in turn with the first")(
      "start", po::value(&bench.starts), "FEN; may be repeated. Otherwise the start position")(
      "from", po::value(&bench.least_boards)->default_value(bench.least_boards), "boards after the notice, at least")(
      "to", po::value(&bench.most_boards)->default_value(bench.most_boards), "the set that has more is the last")(
      "repeats", po::value(&bench.repeats)->default_value(bench.repeats), "processes; the least time counts");
  po::variables_map values;
  if (!read_options(argc, argv, options, {}, values)) {
    return 0;
  }
  if (bench.repeats < 1 || bench.repeats > 1000) {
    return fail(fmt::format("{} repeats are not from 1 to 1000", bench.repeats));
  }
  const auto text = bench_outside(bench);
  if (!text) {
    return fail(text.error());
  }
  fmt::print("{}", *text);
  return 0;
}

int run_events(int argc, char** argv) {
  std::string folder;
  po::options_description options("lanternfish-bench events FOLDER");
  options.add_options()("help,h", "this text")("folder", po::value(&folder)->required(), "of a match, with its turns");
  po::positional_options_description positions;
  positions.add("folder", 1);
  po::variables_map values;
  if (!read_options(argc, argv, options, positions, values)) {
    return 0;
  }
  const auto text = event_times(folder);
  if (!text) {
    return fail(text.error());
  }
  fmt::print("{}", *text);
  return 0;
}

int run(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "perft") {
    return run_perft(argc - 1, argv + 1);
  }
  if (command == "belief") {
    return run_belief(argc - 1, argv + 1);
  }
  if (command == "memory") {
    return run_memory(argc - 1, argv + 1);
  }
  if (command == "eval") {
    return run_eval_bench(argc - 1, argv + 1);
  }
  if (command == "outside") {
    return run_outside(argc - 1, argv + 1);
  }
  if (command == "events") {
    return run_events(argc - 1, argv + 1);
  }
  if (command == "games") {
    return run_games(argc - 1, argv + 1);
  }
  if (command == "lookahead") {
    return run_lookahead_bench(argc - 1, argv + 1);
  }
  if (command == "nets") {
    return run_nets_bench(argc - 1, argv + 1);
  }
  fmt::print("{}", kUsage);
  return command == "--help" || command == "-h" ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-bench", argc, argv, run); }
