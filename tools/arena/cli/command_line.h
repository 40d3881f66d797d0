#pragma once

// What the subcommands' command lines have in common.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "game/clock.h"
#include "game/referee.h"
#include "protocol/host/engine_link.h"
#include "protocol/host/engine_spec.h"
#include "support/result.h"
#include "tools/arena/tournament/results.h"
#include "tools/common/arguments.h"

namespace lanternfish {

// One subcommand's command line.
class CommandLine : public Arguments {
 public:
  enum class Engines { kWanted, kNone };  // whether the command takes --engine and --each, and explains them
  CommandLine(std::string usage, std::string positional = {}, Engines engines = Engines::kWanted);

  // The engines in the order given, those of --config last; `--white` and `--black` stand for the first and the second.
  // What --each says holds for every engine that does not say otherwise.
  Result<std::vector<EngineSpec>> engines() const;

 private:
  void take(std::vector<std::string>& words) override;
  void stored() override;
  std::string more_help() const override;
  std::vector<std::string_view> more_names() const override;
  void accept_single_dashes(std::vector<std::string>& words) const;

  Engines engines_;
  std::vector<std::string> engine_texts_;
  std::string each_text_;
  std::vector<EngineSpec> file_engines_;
};

// --leave-out-torn; `otherwise` stands where it was not given.
void add_torn_lines_option(CommandLine& line);
TornLines torn_lines_option(const CommandLine& line, TornLines otherwise = TornLines::kRefuse);

// In ms, where it was given.
Result<std::optional<std::int64_t>> movetime_option(const CommandLine& line);

// --config, --tc, --movetime, --nodes, --charging, --move-limit, --turn-limit, --start, --probe.
void add_game_options(CommandLine& line);
Result<TimeControl> time_option(const CommandLine& line);
Result<GameRules> rules_option(const CommandLine& line);

// An option in seconds, of which a millisecond is the least.
Result<std::chrono::milliseconds> seconds_option(const CommandLine& line, const std::string& option);

// --silence, --ready.
void add_patience_options(CommandLine& line);
Result<Patience> patience_option(const CommandLine& line);

// That an engine has no limit of time, neither `time` nor one of its own; empty where each has one. Such a game may
// last for hours, and bots that take no thought of time are played so on purpose.
std::string no_limit_text(const std::vector<EngineSpec>& engines, const TimeControl& time, const Patience& patience);

// Renames a folder to NAME.1, NAME.2 and so on, the first that is free, and says so. Nothing where there is none. An
// error while a tournament runs in it.
Status put_aside(const std::filesystem::path& folder);

}  // namespace lanternfish
