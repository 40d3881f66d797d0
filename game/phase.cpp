#include "game/phase.h"

#include <fmt/format.h>

namespace lanternfish {

namespace {

// By the index of an Observation.
constexpr Phase kPhaseOf[] = {Phase::kOpponent, Phase::kSense, Phase::kMove};
constexpr Phase kNext[] = {Phase::kSense, Phase::kMove, Phase::kOpponent};
constexpr std::string_view kNames[] = {"opponent", "sense", "move"};  // as in the lines of the protocol

}  // namespace

std::string_view phase_text(Phase phase) {
  switch (phase) {
    case Phase::kOpponent: return "waiting for the opponent";
    case Phase::kSense: return "my turn, before the sense";
    case Phase::kMove: return "my turn, after the sense";
    case Phase::kOver: return "no game is on";
  }
  return "";
}

Result<Phase> phase_after(Phase phase, std::span<const Observation> events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const std::size_t kind = events[i].index();
    if (phase != kPhaseOf[kind]) {
      return Error{fmt::format("event {}: {} comes out of turn: {}", i + 1, kNames[kind], phase_text(phase))};
    }
    phase = kNext[kind];
  }
  return phase;
}

}  // namespace lanternfish
