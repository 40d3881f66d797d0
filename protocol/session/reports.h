#pragma once

// What the agent reports, as the lines a host reads: units and rounding are decided here.

#include <vector>

#include "engine/agent.h"
#include "protocol/messages/engine_messages.h"

namespace lanternfish {

UpdateInfo update_line(const UpdateReport& report);

// One line a candidate, at most `multi_pv` of them; without candidates one line about the search alone.
std::vector<SearchInfo> search_lines(const CandidateReport& report, int multi_pv);

Trouble trouble_of(WarningKind kind);

int per_mille(double probability);
int per_million(double probability);

// The limits that are ours: the clock of our colour.
struct Limits;
TurnLimits turn_limits(const Limits& limits, Color me);

// What events do to the phase: nothing when one of them comes out of turn, and `text` says which.
Result<Phase> phase_after(Phase phase, std::span<const Observation> events);

// For a person: "waiting for the opponent", ...
std::string_view phase_text(Phase phase);

}  // namespace lanternfish
