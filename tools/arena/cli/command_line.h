#pragma once

// What the subcommands' command lines have in common.

#include <optional>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

#include "game/clock.h"
#include "game/referee.h"
#include "protocol/host/engine_link.h"
#include "protocol/host/engine_spec.h"
#include "support/result.h"
#include "tools/arena/tournament/results.h"

namespace lanternfish {

// One subcommand's command line: `usage` heads its --help, `positional` names the option that takes loose words.
class CommandLine {
 public:
  enum class Engines { kWanted, kNone };  // whether the command takes --engine and --each, and explains them
  CommandLine(std::string usage, std::string positional = {}, Engines engines = Engines::kWanted);

  boost::program_options::options_description& options() { return options_; }
  // True when the command goes on; else `exit_status` says how it ended, with everything printed already.
  bool parse(std::vector<std::string> arguments);
  int exit_status() const { return exit_status_; }
  // Prints why the arguments will not do; returns the exit status for that.
  int refuse(const std::string& text) const;

  bool has(const std::string& option) const { return values_.count(option) > 0; }
  bool defaulted(const std::string& option) const { return values_[option].defaulted(); }
  template <typename T>
  T get(const std::string& option) const {
    return values_[option].as<T>();
  }
  // The engines in the order given, those of --config last; `--white` and `--black` stand for the first and the second.
  // What --each says holds for every engine that does not say otherwise.
  Result<std::vector<EngineSpec>> engines() const;

 private:
  void parse_config();
  Status take_engines(std::vector<std::string>& arguments);
  void accept_single_dashes(std::vector<std::string>& arguments) const;
  void explain() const;
  int refuse_unknown(const std::string& option) const;

  std::string usage_, positional_;
  Engines engines_;
  boost::program_options::options_description options_;
  boost::program_options::variables_map values_;
  std::vector<std::string> engine_texts_;
  std::string each_text_;
  std::vector<EngineSpec> file_engines_;
  int exit_status_ = 0;
};

// --leave-out-torn.
void add_torn_lines_option(CommandLine& line);
TornLines torn_lines_option(const CommandLine& line);

// --config, --tc, --movetime, --nodes, --charging, --move-limit, --turn-limit, --start, --probe.
void add_game_options(CommandLine& line);
Result<TimeControl> time_option(const CommandLine& line);
Result<GameRules> rules_option(const CommandLine& line);

// --silence.
void add_patience_options(CommandLine& line);
Patience patience_option(const CommandLine& line);

}  // namespace lanternfish
