#include "tools/arena/cli/command_line.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include <fmt/format.h>

#include "rules/notation.h"
#include "support/output.h"
#include "support/text.h"
#include "support/version.h"
#include "tools/arena/tournament/engine_file.h"

namespace lanternfish {

namespace po = boost::program_options;

namespace {
constexpr unsigned kHelpWidth = 110;
}

CommandLine::CommandLine(std::string usage, std::string positional, Engines engines)
    : usage_(std::move(usage)),
      positional_(std::move(positional)),
      engines_(engines),
      options_("Options", kHelpWidth, kHelpWidth / 2) {
  options_.add_options()("help,h", "this text")("version", "the version");
}

Status CommandLine::take_engines(std::vector<std::string>& arguments) {
  if (engines_ == Engines::kNone) {
    return success();
  }
  Result<EngineArguments> taken = take_engine_arguments(arguments);
  if (!taken) {
    return Error{taken.error()};
  }
  EngineArguments engines = std::move(taken).value();
  engine_texts_ = std::move(engines.engines);
  each_text_ = std::move(engines.each);
  return success();
}

// fastchess writes long options with one dash, and the words of -openings apart.
void CommandLine::accept_single_dashes(std::vector<std::string>& arguments) const {
  std::vector<std::string> accepted;
  bool in_openings = false;
  for (std::string& word : arguments) {
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
  arguments = std::move(accepted);
}

void CommandLine::explain() const {
  std::ostringstream text;
  text << options_;
  print_text("{}\n{}{}", usage_, engines_ == Engines::kWanted ? std::string(engine_spec_help()) + "\n" : std::string(),
             text.str());
}

int CommandLine::refuse_unknown(const std::string& option) const {
  const std::string word = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  std::vector<std::string_view> names;
  for (const auto& known : options_.options()) {
    names.push_back(known->long_name());
  }
  if (engines_ == Engines::kWanted) {
    names.insert(names.end(), {"engine", "each"});
  }
  const std::string_view meant = nearest_word(word, names);
  return refuse(
      fmt::format("unknown option '{}'{}", option, meant.empty() ? "" : fmt::format("; did you mean --{}?", meant)));
}

bool CommandLine::parse(std::vector<std::string> arguments) {
  if (const Status taken = take_engines(arguments); !taken) {
    exit_status_ = refuse(taken.error());
    return false;
  }
  accept_single_dashes(arguments);
  po::positional_options_description loose;
  if (!positional_.empty()) {
    loose.add(positional_.c_str(), -1);
  }
  using Style = po::command_line_style::style_t;
  constexpr int kStyle = Style::unix_style & ~Style::allow_sticky & ~Style::allow_guessing;
  try {
    po::store(po::command_line_parser(arguments).options(options_).positional(loose).style(kStyle).run(), values_);
    // Before notify(), which asks for what is required.
    if (has("help")) {
      explain();
      return false;
    }
    if (has("version")) {
      print_text("{}", version_text("lanternfish-arena"));
      return false;
    }
    const auto* words = boost::any_cast<std::vector<std::string>>(&values_[positional_].value());
    if (words != nullptr && std::find(words->begin(), words->end(), "") != words->end()) {
      throw po::error("one of the words is empty: a variable of the shell that is not set?");
    }
    parse_config();
    po::notify(values_);
  } catch (const po::unknown_option& bad) {
    exit_status_ = refuse_unknown(bad.get_option_name());
    return false;
  } catch (const po::error& bad) {
    exit_status_ = refuse(bad.what());
    return false;
  }
  return true;
}

// What the command line says first stays.
void CommandLine::parse_config() {
  if (!has("config")) {
    return;
  }
  Result<EngineFile> file = read_engine_file(get<std::string>("config"));
  if (!file) {
    throw po::error(file.error());
  }
  EngineFile config = std::move(file).value();
  po::store(po::command_line_parser(config.arguments).options(options_).run(), values_);
  file_engines_ = std::move(config.engines);
}

int CommandLine::refuse(const std::string& text) const {
  print_error("lanternfish-arena: {}\n{}Try --help.\n", text, usage_.substr(0, usage_.find('\n') + 1));
  return 2;
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
    Result<EngineSpec> spec = parse_engine_spec(text, each);
    if (!spec) {
      return Error{spec.error()};
    }
    specs.push_back(std::move(spec).value());
  }
  for (const EngineSpec& spec : file_engines_) {
    specs.push_back(with_defaults(spec, each));
  }
  return specs;
}

void add_torn_lines_option(CommandLine& line) {
  line.options().add_options()("leave-out-torn", "leave lines of results out that cannot be read, and say which");
}

TornLines torn_lines_option(const CommandLine& line) {
  return line.has("leave-out-torn") ? TornLines::kLeaveOut : TornLines::kRefuse;
}

void add_game_options(CommandLine& line) {
  line.options().add_options()("config", po::value<std::string>()->value_name("FILE"),
                               "JSON with \"engines\" and, by their long names, any of these options")(
      "tc", po::value<std::string>()->default_value("60+0.6"),
      "clock of each side, SECONDS+INCREMENT, or none; none with a bound below")("movetime", po::value<std::int64_t>(),
                                                                                 "ms for each sense and each move")(
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

Result<TimeControl> time_option(const CommandLine& line) {
  Result<TimeControl> time = parse_time_control(line.get<std::string>("tc"));
  if (!time) {
    return time;
  }
  // A bound for each phase stands alone unless a clock was asked for.
  const bool by_phase = line.has("movetime") || line.has("nodes");
  TimeControl control = by_phase && line.defaulted("tc") ? TimeControl{} : *time;
  if (line.has("movetime")) {
    control.movetime = line.get<std::int64_t>("movetime");
  }
  if (line.has("nodes")) {
    control.nodes = line.get<std::int64_t>("nodes");
  }
  if (control.movetime.value_or(1) < 1 || control.nodes.value_or(1) < 1) {
    return Error{"--movetime and --nodes are at least 1"};
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
    const Result<Board> start = parse_fen(line.get<std::string>("start"));
    if (!start) {
      return Error{start.error()};
    }
    rules.start = *start;
  }
  return rules;
}

void add_patience_options(CommandLine& line) {
  line.options().add_options()("silence", po::value<double>()->default_value(600),
                               "seconds to wait for an answer where no clock runs")(
      "ready", po::value<double>()->default_value(120),
      "seconds to wait until an engine has started, and until it has absorbed what it was told");
}

Patience patience_option(const CommandLine& line) {
  Patience patience;
  const auto ms = [&](const char* option) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(line.get<double>(option) * 1000));
  };
  patience.silence = ms("silence");
  patience.start = patience.ready = ms("ready");
  return patience;
}

}  // namespace lanternfish
