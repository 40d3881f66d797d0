#include "tools/analyze/command_line.h"

#include <algorithm>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "game/game_record.h"
#include "protocol/session/options.h"
#include "support/version.h"
#include "support/words.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kUsage = R"(usage: lanternfish-analyze FILE|FOLDER... [options]
       lanternfish-analyze --measure FILE... [options]
Reads recorded games (GameHistory JSON, of anybody) and says for each own turn of each player how many boards it had to
hold, what its sense and its request were worth, and what Lanternfish would have sensed and requested; then one row a
player. With --measure only the tables, and every strategy there is beside the recorded choices.
Exits with 1 when a file is broken or a true board was lost.

)";

constexpr std::int64_t kNodes = 1000;

using Words = std::vector<std::string>;

int processors() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

po::options_description described() {
  po::options_description options("options");
  options.add_options()("help,h", "this text")("version", "the version")("file", po::value<Words>(), "recorded games")(
      "json", "JSON lines on standard output instead of text")(
      "html", po::value<std::string>()->default_value("")->value_name("FILE"),
      "write summary, charts and every turn as one page that opens from disk; the tables are printed")(
      "tables", "the tables alone, no turns")("measure", "the tables alone, with all strategies")(
      "strategy", po::value<Words>()->value_name("NAME [OPTION=VALUE...]"),
      "ask this strategy in each turn; may be repeated; all: every one there is; none: nobody. Default: lanternfish")(
      "option,o", po::value<Words>()->value_name("OPTION=VALUE"), "an option of the engine, for all strategies")(
      "nodes", po::value<std::int64_t>()->default_value(kNodes), "positions scored in each decision; 0: no limit")(
      "movetime", po::value<std::int64_t>()->default_value(0)->value_name("MS"), "time of each decision; 0: no limit")(
      "max-boards", po::value<std::size_t>()->default_value(AnalysisSettings{}.max_boards)->value_name("N"),
      "boards held of each player; beyond, the least likely are deferred, and the report says so")(
      "turns", po::value<std::string>()->value_name("FIRST-LAST"), "own turns to report, from 1")(
      "follow",
      "the strategies go through the whole games with their own senses, not the recorded ones; one more table has the "
      "boards left by turn")("every", po::value<int>()->default_value(1)->value_name("N"),
                             "ask the strategies in every n-th turn only")(
      "color", po::value<std::string>()->default_value("both"), "whose turns: both, white or black")(
      "player", po::value<std::string>()->default_value("")->value_name("NAME"), "this player's turns only")(
      "judge-depth", po::value<int>()->default_value(AnalysisSettings{}.judge_depth)->value_name("PLIES"),
      "search of each true board; 0: no judging of requests")(
      "judge-boards", po::value<std::size_t>()->default_value(AnalysisSettings{}.judge_boards)->value_name("N"),
      "boards scored to see what misled a blunder")(
      "blunder", po::value<double>()->default_value(AnalysisSettings{}.blunder)->value_name("CENTIPAWNS"),
      "regret from which a request is a blunder")("jobs,j", po::value<int>()->default_value(processors()),
                                                  "games at a time, each with chess engines of its own");
  return options;
}

po::variables_map parsed(std::span<const std::string> arguments, const po::options_description& options) {
  po::positional_options_description positions;
  positions.add("file", -1);
  po::variables_map values;
  po::store(
      po::command_line_parser(Words(arguments.begin(), arguments.end())).options(options).positional(positions).run(),
      values);
  po::notify(values);
  return values;
}

Words words_of(const po::variables_map& values, const std::string& name) {
  return values.count(name) != 0 ? values[name].as<Words>() : Words{};
}

Status set_turns(const std::string& text, AnalysisSettings& settings) {
  const std::size_t dash = text.find('-');
  const auto number = [](const std::string& digits) {
    const bool good = !digits.empty() && digits.size() < 7 && digits.find_first_not_of("0123456789") == digits.npos;
    return good ? std::stoi(digits) : 0;
  };
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

Status set_base(const po::variables_map& values, Config& base) {
  for (const std::string& word : words_of(values, "option")) {
    if (const auto set = set_option(base, word); !set) {
      return Error{set.error()};
    }
  }
  if (base.strategy != Strategy::kLanternfish) {
    return Error{"strategies are named by --strategy, not by the option"};
  }
  if (base.seed == 0) {
    return Error{"Seed 0 would make a fresh one each game; an analysis is to give the same again"};
  }
  return success();
}

Status set_strategies(const po::variables_map& values, AnalysisSettings& settings) {
  Words wanted = words_of(values, "strategy");
  if (wanted.empty()) {
    wanted = {values.count("measure") != 0 ? "all" : "lanternfish"};
  }
  if (wanted == Words{"none"}) {
    return success();
  }
  for (const std::string& text : wanted) {
    const auto strategies = parse_strategies(text, settings.base);
    if (!strategies) {
      return Error{strategies.error()};
    }
    settings.strategies.insert(settings.strategies.end(), strategies->begin(), strategies->end());
  }
  return success();
}

Status check_ranges(const AnalyzeCommand& command) {
  const AnalysisSettings& a = command.job.analysis;
  if (a.every < 1 || command.job.jobs < 1 || a.judge_depth < 0 || a.judge_boards < 1 || a.max_boards < 1 ||
      a.blunder < 0 || a.limits.nodes.value_or(1) < 0 || a.limits.move_time.value_or(1) < 0) {
    return Error{"--every, --jobs, --judge-boards and --max-boards are at least 1, the other numbers at least 0"};
  }
  if (a.follow && (a.every != 1 || a.strategies.empty())) {
    return Error{"--follow goes with strategies, and they sense in every turn: --every does not go with it"};
  }
  if (command.job.files.empty()) {
    return Error{"no game was named"};
  }
  return success();
}

Status set_limits(const po::variables_map& values, AnalysisSettings& settings) {
  const auto nodes = values["nodes"].as<std::int64_t>();
  const auto time = values["movetime"].as<std::int64_t>();
  const bool only_time = time != 0 && values["nodes"].defaulted();
  settings.limits.nodes = nodes == 0 || only_time ? std::optional<std::int64_t>() : nodes;
  settings.limits.move_time = time == 0 ? std::optional<std::int64_t>() : time;
  return settings.limits.nodes || settings.limits.move_time
             ? success()
             : Status(Error{"decisions need a limit: --nodes or --movetime"});
}

Result<AnalyzeCommand> command_of(const po::variables_map& values) {
  AnalyzeCommand command;
  AnalysisSettings& analysis = command.job.analysis;
  command.json = values.count("json") != 0;
  command.turns = values.count("tables") == 0 && values.count("measure") == 0;
  command.html = values["html"].as<std::string>();
  command.job.jobs = values["jobs"].as<int>();
  command.job.player = values["player"].as<std::string>();
  const auto color = values["color"].as<std::string>();
  if (color != "both" && color != "white" && color != "black") {
    return Error{fmt::format("--color is both, white or black, not '{}'", color)};
  }
  command.job.colors = {color != "black", color != "white"};
  const Result<std::vector<std::filesystem::path>> files = named_records(words_of(values, "file"));
  if (!files) {
    return Error{files.error()};
  }
  command.job.files = *files;
  analysis.follow = values.count("follow") != 0;
  analysis.every = values["every"].as<int>();
  analysis.judge_depth = values["judge-depth"].as<int>();
  analysis.max_boards = values["max-boards"].as<std::size_t>();
  analysis.judge_boards = values["judge-boards"].as<std::size_t>();
  analysis.blunder = values["blunder"].as<double>();
  Status status = set_base(values, analysis.base);
  if (status && values.count("turns") != 0) {
    status = set_turns(values["turns"].as<std::string>(), analysis);
  }
  for (const auto step : {set_limits, set_strategies}) {
    status = status ? step(values, analysis) : status;
  }
  status = status ? check_ranges(command) : status;
  return status ? Result<AnalyzeCommand>(std::move(command)) : Error{status.error()};
}

}  // namespace

Result<std::vector<AnalyzedStrategy>> parse_strategies(const std::string& text, const Config& base) {
  std::vector<std::string_view> words = words_of(text);
  const std::string name(words.empty() ? "" : words.front());
  std::vector<std::string> names = {name};
  if (name == "all") {
    const Option* option = find_option("Strategy");
    names.assign(option->choices.begin(), option->choices.end());
  }
  std::vector<AnalyzedStrategy> strategies;
  for (const std::string& each : names) {
    Config config = base;
    if (const auto set = set_option(config, "Strategy", each); !set) {
      return Error{set.error()};
    }
    strategies.push_back({name == "all" ? each : text, config});
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    for (AnalyzedStrategy& strategy : strategies) {
      if (const auto set = set_option(strategy.config, std::string(words[i])); !set) {
        return Error{fmt::format("--strategy '{}': {}", text, set.error())};
      }
    }
  }
  return strategies;
}

Result<AnalyzeCommand> parse_analyze_command(std::span<const std::string> arguments) {
  const po::options_description options = described();
  try {
    const po::variables_map values = parsed(arguments, options);
    if (values.count("help") != 0) {
      AnalyzeCommand help;
      help.help = kUsage + (std::ostringstream() << options).str();
      return help;
    }
    if (values.count("version") != 0) {
      AnalyzeCommand version;
      version.help = version_text("lanternfish-analyze");
      return version;
    }
    return command_of(values);
  } catch (const po::error& bad) {
    return Error{bad.what()};
  }
}

}  // namespace lanternfish
