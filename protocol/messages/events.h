#pragma once

// The `event` of the grammar: one observation of a player as words.

#include <span>
#include <string>
#include <vector>

#include "protocol/messages/line_error.h"
#include "protocol/messages/tokens.h"
#include "rules/observation.h"
#include "support/result.h"

namespace lanternfish {

// Reads events to the end of the line; any other word is an error.
Result<std::vector<Observation>, LineError> parse_events(Tokens& tokens);

std::string format_event(const Observation& event);
// Each event with a blank in front.
std::string format_events(std::span<const Observation> events);

}  // namespace lanternfish
