#include "tools/analyze/command_line.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "game/game_record.h"
#include "protocol/session/options.h"
#include "support/number.h"
#include "support/processors.h"
#include "support/words.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kUsage = R"(usage: lanternfish-analyze FILE|FOLDER... [options]
       lanternfish-analyze --measure FILE... [options]
Reads recorded games (GameHistory JSON, of anybody) and says for each own turn of each player how many boards it had to
hold, what its sense and its request were worth, and what Lanternfish would have sensed and requested; then one row a
player. With --measure only the tables, and every strategy there is beside the recorded choices.
Exits with 1 when a file is broken, a true board was lost, or no game has the --player.
)";

using Words = std::vector<std::string>;

Status set_turns(const std::string& text, AnalysisSettings& settings) {
  const std::size_t dash = text.find('-');
  const auto number = [](const std::string& digits) { return to_number<int>(digits, 1, 999'999).value_or(0); };
  const int first = number(text.substr(0, dash));
  const int last = dash == text.npos         ? first
                   : dash + 1 == text.size() ? settings.last_turn
                                             : number(text.substr(dash + 1));
  if (first < 1 || last < first) {
    return Error{fmt::format("--turns takes FIRST-LAST, own turns from 1, not '{}'", text)};
  }
  settings.first_turn = first;
  settings.last_turn = last;
  return success();
}

Status set_base(const Words& assignments, Config& base) {
  for (const std::string& word : assignments) {
    TRY(set_option(base, word));
  }
  if (base.strategy != Strategy::kLanternfish) {
    return Error{"strategies are named by --strategy, not by the option"};
  }
  if (base.seed == 0) {
    return Error{"Seed 0 would make a fresh one each game; an analysis is to give the same again"};
  }
  return success();
}

Status set_strategies(const Words& wanted, AnalysisSettings& settings) {
  if (wanted == Words{"none"}) {
    return success();
  }
  for (const std::string& text : wanted) {
    const auto strategies = TRY(parse_strategies(text, settings.base));
    settings.strategies.insert(settings.strategies.end(), strategies.begin(), strategies.end());
  }
  return success();
}

}  // namespace

Result<std::vector<AnalyzedStrategy>> parse_strategies(const std::string& text, const Config& base) {
  constexpr std::string_view kAll = "all";
  const std::vector<std::string_view> words = words_of(text);
  std::vector<std::string> texts = {text};
  if (!words.empty() && words.front() == kAll) {
    const Option* option = find_option("Strategy");
    texts.assign(option->choices.begin(), option->choices.end());
    for (std::string& each : texts) {
      each += text.substr(text.find(kAll) + kAll.size());
    }
  }
  std::vector<AnalyzedStrategy> strategies;
  for (const std::string& each : texts) {
    AnalyzedStrategy strategy{each, base};
    if (const Status set = set_strategy(strategy.config, each); !set) {
      return Error{"--strategy " + set.error()};
    }
    strategies.push_back(std::move(strategy));
  }
  return strategies;
}

AnalyzeArguments::AnalyzeArguments() : Arguments("lanternfish-analyze", kUsage, "file") {
  constexpr int kMany = 1'000'000'000;
  constexpr std::size_t kManyBoards = 1'000'000'000'000;
  AnalysisSettings& analysis = command_.job.analysis;
  options_.add_options()("json", "JSON lines on standard output instead of text")(
      "html", po::value(&command_.html)->default_value("")->value_name("FILE"),
      "write summary, charts and every turn as one page that opens from disk; the tables are printed")(
      "tables", "the tables alone, no turns")("measure", "the tables alone, with all strategies")(
      "strategy", po::value<Words>()->value_name("NAME [OPTION=VALUE...]"),
      "ask this strategy in each turn; may be repeated; all: every one there is; none: nobody. Default: lanternfish")(
      "option,o", po::value<Words>()->value_name("OPTION=VALUE"), "an option of the engine, for all strategies");
  number("nodes", nodes_, 0, std::numeric_limits<std::int64_t>::max(),
         "positions scored in each decision; 0: no limit");
  number("movetime", move_time_, 0, kMany, "time of each decision, ms; 0: no limit");
  number("max-boards", analysis.max_boards, 1, kManyBoards,
         "boards held of each player; beyond, the least likely are deferred, and the report says so");
  options_.add_options()("turns", po::value<std::string>()->value_name("FIRST-LAST"),
                         "own turns to ask about and report, from 1")(
      "follow",
      "the strategies go through the whole games with their own senses, not the recorded ones; one more table has the "
      "boards left by turn");
  number("every", analysis.every, 1, kMany, "ask the strategies in every n-th turn only");
  options_.add_options()("color", po::value<std::string>()->default_value("both"), "whose turns: both, white or black")(
      "player", po::value(&command_.job.player)->default_value("")->value_name("NAME"), "this player's turns only");
  number("judge-depth", analysis.judge_depth, 0, kMany, "plies to search each true board; 0: no judging of requests");
  number("judge-boards", analysis.judge_boards, 1, kManyBoards, "boards scored to see what misled a blunder");
  number("blunder", analysis.blunder, 0, kMany, "regret from which a request is a blunder, centipawns");
  options_.add_options()("jobs,j", po::value(&command_.job.jobs)->default_value(processors()),
                         "games at a time, each with chess engines of its own");
}

Result<AnalyzeCommand> AnalyzeArguments::command() const {
  AnalyzeCommand command = command_;
  AnalysisSettings& analysis = command.job.analysis;
  command.json = has("json");
  command.turns = !has("tables") && !has("measure");
  analysis.follow = has("follow");
  const auto color = get<std::string>("color");
  if (color != "both" && color != "white" && color != "black") {
    return Error{fmt::format("--color is both, white or black, not '{}'", color)};
  }
  command.job.colors = {color != "black", color != "white"};
  command.job.files = TRY(named_records(list("file")));
  if (move_time_ != 0) {
    analysis.limits.move_time = move_time_;
  }
  if (nodes_ != 0 && (move_time_ == 0 || !defaulted("nodes"))) {
    analysis.limits.nodes = nodes_;
  }
  if (!analysis.limits.nodes && !analysis.limits.move_time) {
    return Error{"decisions need a limit: --nodes or --movetime"};
  }
  Status status = set_base(list("option"), analysis.base);
  if (status && has("turns")) {
    status = set_turns(get<std::string>("turns"), analysis);
  }
  if (status) {
    const Words usual = {has("measure") ? "all" : "lanternfish"};
    status = set_strategies(has("strategy") ? list("strategy") : usual, analysis);
  }
  if (!status) {
    return Error{status.error()};
  }
  if (command.job.jobs < 1) {
    return Error{"--jobs is at least 1"};
  }
  if (analysis.follow && (analysis.every != 1 || analysis.strategies.empty())) {
    return Error{"--follow goes with strategies, and they sense in every turn: --every does not go with it"};
  }
  if (command.job.files.empty()) {
    return Error{"no game was named"};
  }
  return command;
}

}  // namespace lanternfish
