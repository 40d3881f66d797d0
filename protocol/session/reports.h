#pragma once

// What the agent reports, as the lines that a host reads. Units and rounding are decided here.

#include <vector>

#include "engine/reports.h"
#include "protocol/messages/engine_messages.h"

namespace lanternfish {

// One line for each candidate, at most `multi_pv` lines; without candidates one line about the search alone.
std::vector<SearchInfo> search_lines(const CandidateReport& report, int multi_pv);

// Rounded; what is no number gives 0.
int per_mille(double probability);
int per_million(double probability);  // at least 1 for any probability above 0

}  // namespace lanternfish
