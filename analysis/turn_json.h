#pragma once

// An analysed turn as JSON; docs/guide/analyze.md has the keys.

#include <span>
#include <string>

#include "analysis/turn_analysis.h"
#include "support/json_line.h"

namespace lanternfish {

const char* blunder_name(Blunder blunder);
const char* holding_name(Holding holding);

// `strategies`: the labels of those that were asked.
Json turn_json(const TurnAnalysis& turn, std::span<const std::string> strategies);

}  // namespace lanternfish
