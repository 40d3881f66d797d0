#include "tools/arena/cli/command_line.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "game/referee.h"
#include "rules/notation.h"
#include "support/append_file.h"
#include "support/folder_lock.h"
#include "support/output.h"
#include "tools/arena/tournament/engine_file.h"
#include "tools/arena/tournament/results.h"

namespace lanternfish {

namespace po = boost::program_options;

CommandLine::CommandLine(std::string usage, std::string positional, Engines engines)
    : Arguments("lanternfish-arena", std::move(usage), std::move(positional)), engines_(engines) {}

void CommandLine::take(std::vector<std::string>& words) {
  if (engines_ == Engines::kWanted) {
    Result<EngineArguments> taken = take_engine_arguments(words);
    if (!taken) {
      throw po::error(taken.error());
    }
    EngineArguments engines = std::move(taken).value();
    engine_texts_ = std::move(engines.engines);
    each_text_ = std::move(engines.each);
  }
  accept_single_dashes(words);
}

// fastchess writes long options with one dash, and the words of -openings apart.
void CommandLine::accept_single_dashes(std::vector<std::string>& words) const {
  std::vector<std::string> accepted;
  bool in_openings = false;
  for (std::string& word : words) {
    const std::string name = word.empty() ? "" : word.substr(1, word.find('=') - 1);
    if (word.size() > 2 && word[0] == '-' && word[1] != '-' && options_.find_nothrow(name, false) != nullptr) {
      word.insert(0, 1, '-');
    }
    const bool is_option = word.starts_with('-');
    if (in_openings && !is_option && accepted.back() != "--openings") {
      accepted.back() += " " + word;
    } else {
      in_openings = is_option ? word == "--openings" : in_openings;
      accepted.push_back(word);
    }
  }
  words = std::move(accepted);
}

std::string CommandLine::more_help() const {
  return engines_ == Engines::kWanted ? std::string(engine_spec_help()) + "\n" : std::string();
}

std::vector<std::string_view> CommandLine::more_names() const {
  return engines_ == Engines::kWanted ? std::vector<std::string_view>{"engine", "each"}
                                      : std::vector<std::string_view>();
}

// What the command line says first stays.
void CommandLine::stored() {
  if (!has("config")) {
    return;
  }
  const auto name = get<std::string>("config");
  Result<EngineFile> file = read_engine_file(name);
  if (!file) {
    throw po::error(file.error());
  }
  EngineFile config = std::move(file).value();
  try {
    // One by one: an option without the value that it wants would take the next one for it.
    for (const std::string& argument : config.arguments) {
      const auto parsed = po::command_line_parser(std::vector{argument}).options(options_).run();
      refuse_negative(parsed);
      po::store(parsed, values_);
    }
  } catch (const po::unknown_option& bad) {
    throw po::error(fmt::format("{}: {}", name, unknown(bad.get_option_name())));
  } catch (const po::error& bad) {
    throw po::error(fmt::format("{}: {}", name, bad.what()));
  }
  file_engines_ = std::move(config.engines);
}

Result<std::vector<EngineSpec>> CommandLine::engines() const {
  std::vector<std::string> texts;
  for (const char* seat : {"white", "black"}) {
    if (has(seat)) {
      texts.push_back(get<std::string>(seat));
    }
  }
  texts.insert(texts.end(), engine_texts_.begin(), engine_texts_.end());
  EngineSpec each;
  if (const Status read = read_engine_fields(each_text_, each); !read) {
    return Error{fmt::format("--each {}: {}", each_text_, read.error())};
  }
  std::vector<EngineSpec> specs;
  for (const std::string& text : texts) {
    specs.push_back(TRY(parse_engine_spec(text, each)));
  }
  for (const EngineSpec& spec : file_engines_) {
    specs.push_back(with_defaults(spec, each));
  }
  return specs;
}

void add_torn_lines_option(CommandLine& line) {
  line.options().add_options()("leave-out-torn", "leave lines of results out that cannot be read, and say which");
}

TornLines torn_lines_option(const CommandLine& line, TornLines otherwise) {
  return line.has("leave-out-torn") ? TornLines::kLeaveOut : otherwise;
}

void add_game_options(CommandLine& line) {
  line.options().add_options()("config", po::value<std::string>()->value_name("FILE"),
                               "JSON with \"engines\" and, by their long names, any of these options")(
      "tc", po::value<std::string>()->default_value("60+0.6"),
      "clock of each side, SECONDS+INCREMENT; or none, which is the default with a bound below")(
      "movetime", po::value<std::int64_t>(), "ms for each sense and each move")(
      "nodes", po::value<std::int64_t>(), "positions scored for each sense and each move")(
      "charging", po::value<std::string>()->default_value("phases"),
      "when a clock runs: phases (each from question to answer), server (the whole turn up to the move), local (as "
      "reconchess's LocalGame: the turn and the absorbing of its move, looked at after the turn)")(
      "move-limit", po::value<int>()->default_value(100),
      "draw after so many plies without capture or pawn move; 0 never")(
      "turn-limit", po::value<int>()->default_value(0), "draw after so many turns of both sides; 0 never")(
      "start", po::value<std::string>(), "FEN to start from")(
      "probe", "after each game, ask the engines whether they held the true board at each of their turns");
}

Result<std::optional<std::int64_t>> movetime_option(const CommandLine& line) {
  if (!line.has("movetime")) {
    return std::optional<std::int64_t>();
  }
  const auto ms = line.get<std::int64_t>("movetime");
  if (ms < 1 || ms > kLongestMs) {
    return Error{fmt::format("--movetime is a number from 1 to {}, not {}", kLongestMs, ms)};
  }
  return std::optional(ms);
}

Result<TimeControl> time_option(const CommandLine& line) {
  TimeControl time = TRY(parse_time_control(line.get<std::string>("tc")));
  // A bound for each phase stands alone unless a clock was asked for.
  const bool by_phase = line.has("movetime") || line.has("nodes");
  TimeControl control = by_phase && line.defaulted("tc") ? TimeControl{} : time;
  control.movetime = TRY(movetime_option(line));
  if (line.has("nodes")) {
    control.nodes = line.get<std::int64_t>("nodes");
  }
  if (control.nodes.value_or(1) < 1) {
    return Error{"--nodes is at least 1"};
  }
  return control;
}

Result<GameRules> rules_option(const CommandLine& line) {
  GameRules rules;
  rules.move_limit = line.get<int>("move-limit");
  rules.turn_limit = line.get<int>("turn-limit");
  if (rules.move_limit < 0 || rules.turn_limit < 0) {
    return Error{"--move-limit and --turn-limit are not negative"};
  }
  if (line.has("start")) {
    const Board start = TRY(parse_fen(line.get<std::string>("start")));
    rules.start = start;
    if (Referee(rules).over()) {
      return Error{"--start: the game is over there"};
    }
  }
  return rules;
}

void add_patience_options(CommandLine& line) {
  line.options().add_options()("silence", po::value<double>()->default_value(600),
                               "seconds to wait for an answer where no clock runs")(
      "ready", po::value<double>()->default_value(120),
      "seconds to wait until an engine has started, and until it has absorbed what it was told");
}

Result<std::chrono::milliseconds> seconds_option(const CommandLine& line, const std::string& option) {
  constexpr double kLeast = 0.001, kMost = 10'000'000;
  const auto seconds = line.get<double>(option);
  if (!(seconds >= kLeast && seconds <= kMost)) {
    return Error{fmt::format("--{} is a number of seconds from {} to {:.0f}, not {}", option, kLeast, kMost, seconds)};
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

Result<Patience> patience_option(const CommandLine& line) {
  Patience patience;
  patience.silence = TRY(seconds_option(line, "silence"));
  patience.start = patience.ready = TRY(seconds_option(line, "ready"));
  return patience;
}

std::string no_limit_text(const std::vector<EngineSpec>& engines, const TimeControl& time, const Patience& patience) {
  const bool all_limited = std::all_of(engines.begin(), engines.end(), [&](const EngineSpec& engine) {
    const TimeControl own = engine.time.value_or(time);
    return own.base || own.movetime || own.nodes;
  });
  return all_limited ? ""
                     : fmt::format("no clock, no --movetime and no --nodes: an answer may take {} s (--silence)",
                                   std::chrono::duration<double>(patience.silence).count());
}

Status put_aside(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  const std::string name = (folder.has_filename() ? folder : folder.parent_path()).string();
  if (!fs::exists(name, error)) {
    return success();
  }
  const FolderLock lock = TRY(FolderLock::take(name, FolderLock::Kind::kAlone));
  if (const auto files = results_files(name); files && std::any_of(files->begin(), files->end(), is_being_written)) {
    return Error{fmt::format("{} is in use by another run", name)};
  }
  std::string aside;
  for (int i = 1; aside.empty() || fs::exists(aside, error); ++i) {
    aside = fmt::format("{}.{}", name, i);
  }
  fs::rename(name, aside, error);
  if (error) {
    return Error{fmt::format("cannot rename {} to {}: {}", name, aside, error.message())};
  }
  print_text("the earlier games are in {} now\n", aside);
  return success();
}

}  // namespace lanternfish
