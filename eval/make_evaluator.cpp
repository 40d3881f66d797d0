#include "eval/make_evaluator.h"

#include <optional>

#include "eval/score_cache.h"
#include "eval/static_evaluator.h"
#include "eval/stockfish_pool.h"
#include "uci/engine_command.h"

namespace lanternfish {

namespace {

Result<EngineCommands> commands_of(const std::string& command) {
  return parse_engine_commands(command.empty() ? "stockfish" : command);
}

std::unique_ptr<Evaluator> make_pool(const EvaluatorSettings& settings,
                                     std::function<void(const std::string&)> warning) {
  if (settings.command == "none") {
    return nullptr;
  }
  Result<EngineCommands> commands = commands_of(settings.command);
  if (!commands) {
    warning(commands.error() + "; the built-in evaluator answers");
    return nullptr;
  }
  PoolSettings pool{.commands = {}, .workers = settings.workers, .hash_mb = settings.engine_hash_mb};
  pool.terms = settings.terms;
  std::vector<std::string> missing;
  for (std::vector<std::string> argv : *commands) {
    const std::optional<std::string> program = find_engine_program(argv.front());
    if (program) {
      argv.front() = *program;
      pool.commands.push_back(std::move(argv));
    } else {
      missing.push_back(argv.front());
    }
  }
  for (const std::string& program : missing) {
    warning("no chess engine '" + program + "' found; " +
            (pool.commands.empty() ? "the built-in evaluator answers" : "the others go on without it"));
  }
  if (pool.commands.empty()) {
    return nullptr;
  }
  pool.warning = std::move(warning);
  return std::make_unique<StockfishPool>(std::move(pool));
}

}  // namespace

Status check_engine_command(const std::string& command) {
  const Result<EngineCommands> commands = commands_of(command);
  return commands ? success() : Status(Error{commands.error()});
}

std::unique_ptr<Evaluator> make_evaluator(const EvaluatorSettings& settings,
                                          std::function<void(const std::string&)> warning) {
  if (!warning) {
    warning = [](const std::string&) {};
  }
  std::unique_ptr<Evaluator> evaluator = make_pool(settings, std::move(warning));
  if (!evaluator) {
    evaluator = std::make_unique<StaticEvaluator>(settings.terms);
  }
  if (settings.cache_mb > 0) {
    evaluator = std::make_unique<ScoreCache>(std::move(evaluator), settings.cache_mb);
  }
  return evaluator;
}

}  // namespace lanternfish
