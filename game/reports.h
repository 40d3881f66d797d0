#pragma once

// What an engine tells about its work: an agent says it, protocol/messages writes and reads it.

#include <cstdint>
#include <optional>

#include "game/phase.h"

namespace lanternfish {

enum class Trouble : std::uint8_t {
  kSyntax,       // the line is not in the grammar
  kPhase,        // the command does not fit the state of the game
  kPosition,     // no game can reach the position
  kObservation,  // an event contradicts what is certain
  kOption,       // no such option, or not such a value
  kBelief,       // no board explains the observations
  kEngine,       // the chess engine behind the scores
  kInternal,     // our own fault
};

// After each accepted event.
struct UpdateReport {
  std::int64_t turn = 0;           // own turns, from 1
  Phase event = Phase::kOpponent;  // the phase that the event ended
  std::uint64_t boards_before = 0;
  std::uint64_t boards = 0;
  std::uint64_t deferred = 0;                     // parents waiting unexpanded
  std::optional<std::int64_t> entropy_millibits;  // none where the boards are too many to compute it
  std::optional<std::uint64_t> boards_per_second;
  std::int64_t time_ms = 0;
  friend bool operator==(const UpdateReport&, const UpdateReport&) = default;
};

}  // namespace lanternfish
