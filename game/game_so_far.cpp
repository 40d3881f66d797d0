#include "game/game_so_far.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace lanternfish {

namespace {

constexpr std::size_t kEventsOfTurn = 3;

// Whether the event is known to be irreversible.
bool irreversible(const Observation& event, const OwnSide& before) {
  if (const auto* opponent = std::get_if<OpponentMoved>(&event)) {
    return opponent->captured != kNoSquare;
  }
  const auto* moved = std::get_if<Moved>(&event);
  return moved != nullptr && (moved->captured != kNoSquare ||
                              (!moved->taken.is_null() && before.pieces().piece_at(moved->taken.from).type == kPawn));
}

}  // namespace

// Events come in one order, so their number tells the phase.
Phase GameSoFar::phase() const {
  constexpr Phase kPhases[] = {Phase::kOpponent, Phase::kSense, Phase::kMove};
  return over_ ? Phase::kOver : kPhases[history_.size() % kEventsOfTurn];
}

int GameSoFar::turn() const { return static_cast<int>(history_.size() / kEventsOfTurn) + 1; }

bool GameSoFar::is_continued_by(const Board& start, Color me, std::span<const Observation> history) const {
  return !over_ && me_ == me && start_ == start && history.size() >= history_.size() &&
         std::equal(history_.begin(), history_.end(), history.begin());
}

void GameSoFar::add(const Observation& event, const OwnSide& before) {
  assert(phase_after(phase(), std::span(&event, 1)).ok());
  const bool is_move = !std::holds_alternative<Sensed>(event);
  quiet_plies_ = irreversible(event, before) ? 0 : quiet_plies_ + (is_move ? 1 : 0);
  history_.push_back(event);
}

Result<OwnSide> own_side_after(OwnSide own, Phase phase, std::span<const Observation> events) {
  if (const Result<Phase> in_turn = phase_after(phase, events); !in_turn) {
    return Error{in_turn.error()};
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (const Status fits = std::visit([&](const auto& e) { return own.observe(e); }, events[i]); !fits) {
      return Error{events.size() == 1 ? fits.error()
                                      : fmt::format("event {} of {}: {}", i + 1, events.size(), fits.error())};
    }
  }
  return own;
}

}  // namespace lanternfish
