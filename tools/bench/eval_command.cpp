#include "tools/bench/eval_command.h"

#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "tools/bench/belief_boards.h"
#include "tools/bench/bench_eval.h"
#include "tools/bench/fail.h"
#include "uci/engine_command.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr std::size_t kBoards = 3'000;
constexpr std::size_t kBoardsPerBelief = 8;
constexpr std::size_t kAgreementPerBelief = 1;  // boards of one belief are no independent sample

int report(const Result<Json>& result, bool json) {
  if (!result) {
    return fail(result.error());
  }
  if (json) {
    fmt::print("{}\n", result->dump(2));
  }
  return 0;
}

Result<Json> measure(const EvalBench& settings, const std::vector<std::string>& parts, std::size_t agreement_boards,
                     double seconds, bool quiet) {
  ThreadPool threads(1);
  const auto boards = sample_belief_boards(settings.games, kBoards, kBoardsPerBelief, settings.seed, threads);
  const auto few = sample_belief_boards(settings.games, agreement_boards, kAgreementPerBelief, settings.seed, threads);
  if (!boards || !few) {
    return Error{boards ? few.error() : boards.error()};
  }
  Json all;
  for (const std::string& part : parts) {
    Result<Json> figures = part == "built-in"     ? bench_built_in(*boards, seconds, quiet)
                           : part == "cache"      ? bench_cache(settings, quiet)
                           : part == "throughput" ? bench_throughput(settings, *boards, settings.depths, seconds, quiet)
                           : part == "cancel"     ? bench_cancel(settings, *boards, quiet)
                           : part == "agreement"  ? bench_agreement(settings, *few, quiet)
                                                  : Result<Json>(Error{"there is no part '" + part + "'"});
    if (!figures) {
      return figures;
    }
    all[part] = std::move(figures).value();
  }
  return all;
}

}  // namespace

int run_eval_bench(int argc, char** argv) {
  EvalBench settings;
  std::string games;
  std::string engine;
  bool json = false;
  std::size_t hypotheses = 0;
  double seconds = 0;
  std::vector<std::string> parts;
  std::size_t agreement_boards = 0;
  std::vector<std::string> scorers;
  const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  po::options_description options("lanternfish-bench eval --games FOLDER [options]");
  options.add_options()("help,h", "this text")("games", po::value(&games)->required(),
                                               "folder of GameHistory files (*.json)")(
      "engine", po::value(&engine)->default_value("stockfish"), "command line of a UCI engine; several with ';'")(
      "workers", po::value(&settings.workers)->default_value(processors), "engine processes")(
      "seed", po::value(&settings.seed)->default_value(1), "of the choice of boards")(
      "seconds", po::value(&seconds)->default_value(3), "to measure each figure for")(
      "depths", po::value(&settings.depths)->multitoken()->default_value({1, 3, 5, 7}, "1 3 5 7"),
      "of part throughput")("parts",
                            po::value(&parts)->multitoken()->default_value(
                                {"built-in", "cache", "cancel", "throughput"}, "built-in cache cancel throughput"),
                            "what to measure; agreement, too, which takes long")(
      "agreement-boards", po::value(&agreement_boards)->default_value(60), "boards that part agreement searches")(
      "scorers", po::value(&scorers)->multitoken(),
      "weights (*.lfn) that part agreement measures beside the program's")(
      "rows", po::value(&settings.rows)->multitoken(), "of part agreement, by name; without it all")(
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
  settings.scorers.assign(scorers.begin(), scorers.end());
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
    return report(bench_hypotheses(settings, hypotheses, json), true);
  }
  return report(measure(settings, parts, agreement_boards, seconds, json), json);
}

}  // namespace lanternfish
