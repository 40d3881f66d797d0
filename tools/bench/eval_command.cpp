#include "tools/bench/eval_command.h"

#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "eval/engine_command.h"
#include "tools/bench/belief_boards.h"
#include "tools/bench/bench_eval.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr std::size_t kBoards = 3'000;
constexpr std::size_t kBoardsPerBelief = 8;

int fail(const std::string& text) {
  fmt::print(stderr, "lanternfish-bench eval: {}\n", text);
  return 1;
}

}  // namespace

int run_eval_bench(int argc, char** argv) {
  EvalBench settings;
  std::string games;
  std::string engine;
  bool json = false;
  std::size_t hypotheses = 0;
  double seconds = 0;
  const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  po::options_description options("lanternfish-bench eval --games FOLDER [options]");
  options.add_options()("help,h", "this text")("games", po::value(&games)->required(),
                                               "folder of GameHistory files (*.json)")(
      "engine", po::value(&engine)->default_value("stockfish"), "command line of a UCI engine; several with ';'")(
      "workers", po::value(&settings.workers)->default_value(processors), "engine processes")(
      "seed", po::value(&settings.seed)->default_value(1), "of the choice of boards")(
      "seconds", po::value(&seconds)->default_value(3), "to measure each figure for")(
      "hypotheses", po::value(&hypotheses)->default_value(0),
      "ask so many boards at depth 1 and count what went wrong; nothing else is measured then")(
      "json", po::bool_switch(&json), "for machines");
  po::variables_map values;
  po::store(po::command_line_parser(argc, argv).options(options).run(), values);
  if (values.count("help") != 0) {
    fmt::print("{}", (std::ostringstream() << options).str());
    return 0;
  }
  po::notify(values);
  settings.games = games;
  const Result<EngineCommands> commands = parse_engine_commands(engine);
  if (!commands) {
    return fail(commands.error());
  }
  for (std::vector<std::string> argv_of_one : *commands) {
    const auto program = find_engine_program(argv_of_one.front());
    if (!program) {
      return fail("no program '" + argv_of_one.front() + "'");
    }
    argv_of_one.front() = *program;
    settings.commands.push_back(std::move(argv_of_one));
  }
  if (hypotheses > 0) {
    const Result<Json> result = bench_hypotheses(settings, hypotheses, json);
    if (!result) {
      return fail(result.error());
    }
    fmt::print("{}\n", result->dump(2));
    return 0;
  }
  ThreadPool threads(1);
  const Result<std::vector<Board>> boards =
      sample_belief_boards(settings.games, kBoards, kBoardsPerBelief, settings.seed, threads);
  if (!boards) {
    return fail(boards.error());
  }
  const Result<Json> throughput = bench_throughput(settings, *boards, {1, 3, 5, 7}, seconds, json);
  if (!throughput) {
    return fail(throughput.error());
  }
  return 0;
}

}  // namespace lanternfish
