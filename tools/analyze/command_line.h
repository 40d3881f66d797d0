#pragma once

// The command line of lanternfish-analyze.

#include <optional>
#include <span>
#include <string>

#include "support/result.h"
#include "tools/analyze/analysis.h"

namespace lanternfish {

struct AnalyzeCommand {
  AnalysisJob job;
  bool json = false;  // JSON lines instead of text
  bool turns = true;  // every turn, not the tables alone
  std::string html;   // not empty: all of it as one page into this file, instead of the turns
  std::string help;   // to be printed instead of anything else, when not empty
};

// `arguments` without the program's name.
Result<AnalyzeCommand> parse_analyze_command(std::span<const std::string> arguments);

// "NAME OPTION=VALUE...": a value of the option Strategy with settings of its own on top of `base`. "all" gives one for
// each value there is.
Result<std::vector<AnalyzedStrategy>> parse_strategies(const std::string& text, const Config& base);

}  // namespace lanternfish
