#pragma once

// The phases of a player's turn, and their order.

#include <cstdint>
#include <span>
#include <string_view>

#include "rules/observation.h"
#include "support/result.h"

namespace lanternfish {

// Of one player, docs/reference/protocol.md section 4: O, S, M, X. Each phase but kOver ends with an observation of its
// own kind.
enum class Phase : std::uint8_t {
  kOpponent,  // the opponent's turn; ends with the notice
  kSense,     // my turn before the sense; ends with the window
  kMove,      // my turn after the sense; ends with the taken move
  kOver,      // no game, or a game that has ended
};

// For a person: "waiting for the opponent", ...
std::string_view phase_text(Phase phase);

// The phase after `events`, when `phase` is the one before them. An error names the first event that comes out of turn.
Result<Phase> phase_after(Phase phase, std::span<const Observation> events);

}  // namespace lanternfish
