#pragma once

// The phases of a player's turn, and their order.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanternfish {

// Of one player, docs/reference/protocol.md section 4: O, S, M, X. Each phase but kOver ends with an observation of its
// own kind, in the order of the kinds in Observation.
enum class Phase : std::uint8_t {
  kOpponent,  // the opponent's turn; ends with the notice
  kSense,     // my turn before the sense; ends with the window
  kMove,      // my turn after the sense; ends with the taken move
  kOver,      // no game, or a game that has ended
};

constexpr std::size_t kEventsOfTurn = 3;

// The phase of a game that is on, after so many events; and the own turn, from 1, in progress or next to come.
constexpr Phase phase_after(std::size_t events) { return static_cast<Phase>(events % kEventsOfTurn); }
constexpr int turn_after(std::size_t events) { return static_cast<int>(events / kEventsOfTurn) + 1; }

// For a person: "waiting for the opponent", ...
constexpr std::string_view phase_text(Phase phase) {
  switch (phase) {
    case Phase::kOpponent: return "waiting for the opponent";
    case Phase::kSense: return "my turn, before the sense";
    case Phase::kMove: return "my turn, after the sense";
    case Phase::kOver: return "no game is on";
  }
  return "";
}

}  // namespace lanternfish
