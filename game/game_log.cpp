#include "game/game_log.h"

#include <algorithm>
#include <array>
#include <cassert>

#include <fmt/format.h>

namespace lanternfish {

namespace {

constexpr std::array<std::string_view, 3> kNames = {"opponent", "sense", "move"};  // by the index of an Observation

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

const GameLog& GameLog::none() {
  static const GameLog log = [] {
    GameLog ended(Board::start(), kWhite);
    ended.end();
    return ended;
  }();
  return log;
}

int GameLog::quiet_plies() const {
  int plies = 0;
  std::size_t i = size();
  for (; i > 0 && !irreversible(history_[i - 1], own_[i - 1]); --i) {
    const bool nobody_moved = i == 1 && own_[0].first_notice_is_empty();
    plies += nobody_moved || std::holds_alternative<Sensed>(history_[i - 1]) ? 0 : 1;
  }
  return i == 0 ? plies + start_.halfmove_clock() : plies;
}

std::vector<Move> GameLog::requests_made_here() const {
  std::vector<Move> requests;
  for (std::size_t i = size(); i-- > 0 && !irreversible(history_[i], own_[i]);) {
    const auto* moved = std::get_if<Moved>(&history_[i]);
    if (moved != nullptr && own_[i].pieces().key() == own().pieces().key()) {
      requests.push_back(moved->requested);
    }
  }
  return requests;
}

bool GameLog::is_continued_by(const Board& start, Color me, std::span<const Observation> history) const {
  return !over_ && this->me() == me && start_ == start && history.size() >= size() &&
         std::equal(history_.begin(), history_.end(), history.begin());
}

CheckedEvents GameLog::check(std::span<const Observation> events, std::size_t known) const {
  for (std::size_t i = known; i < events.size(); ++i) {
    const Phase phase = over_ ? Phase::kOver : phase_after(size() + i - known);
    if (events[i].index() != static_cast<std::size_t>(phase)) {
      return Refusal{
          fmt::format("event {}: {} comes out of turn: {}", i + 1, kNames[events[i].index()], phase_text(phase)),
          Refusal::Why::kPhase};
    }
  }
  std::vector<CheckedEvent> checked;
  checked.reserve(events.size() - known);
  OwnSide own = this->own();
  for (std::size_t i = known; i < events.size(); ++i) {
    if (const Status fits = own.observe(events[i]); !fits) {
      return Refusal{events.size() - known == 1 ? fits.error()
                                                : fmt::format("event {} of {}: {}", i + 1, events.size(), fits.error()),
                     Refusal::Why::kFit};
    }
    checked.push_back({events[i], own});
  }
  return CheckedEvents(std::move(checked));
}

void GameLog::append(const CheckedEvent& next) {
  assert(next.event.index() == static_cast<std::size_t>(phase()));
  history_.push_back(next.event);
  own_.push_back(next.after);
}

EventStatus GameLog::append(std::span<const Observation> events) {
  CheckedEvents checked = check(events);
  for (const CheckedEvent& next : checked.events) {
    append(next);
  }
  return checked;
}

}  // namespace lanternfish
