#pragma once

// The command line of lanternfish-analyze.

#include <cstdint>
#include <string>
#include <vector>

#include "support/result.h"
#include "tools/analyze/analysis.h"
#include "tools/common/arguments.h"

namespace lanternfish {

struct AnalyzeCommand {
  AnalysisJob job;
  bool json = false;  // JSON lines instead of text
  bool turns = true;  // every turn, not the tables alone
  std::string html;   // not empty: all of it as one page into this file, instead of the turns
};

class AnalyzeArguments : public Arguments {
 public:
  AnalyzeArguments();

  // What the words ask for, once they are parsed.
  Result<AnalyzeCommand> command() const;

 private:
  AnalyzeCommand command_;  // as far as an option sets a field
  std::int64_t nodes_ = 1000, move_time_ = 0;
};

// "NAME OPTION=VALUE...": a value of the option Strategy with settings of its own on top of `base`. "all" gives one for
// each value there is.
Result<std::vector<AnalyzedStrategy>> parse_strategies(const std::string& text, const Config& base);

}  // namespace lanternfish
