#pragma once

// One player's game as it was told: its start, its events, and what is certain after each of them. The only place where
// a game's history, phase and turn are kept, and where an event is checked.

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "game/own_side.h"
#include "game/phase.h"

namespace lanternfish {

// Why events are refused.
struct Refusal {
  enum class Why : std::uint8_t {
    kPhase,  // an event comes out of turn
    kFit,    // an event contradicts what is certain
  };
  std::string text;  // names the first such event
  Why why = Why::kPhase;
};

// As Status, with the reason.
class [[nodiscard]] EventStatus {
 public:
  EventStatus() = default;
  EventStatus(Refusal refusal) : refusal_(std::move(refusal)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return !refusal_; }
  explicit operator bool() const { return ok(); }
  const Refusal& refusal() const { return *refusal_; }
  const std::string& error() const { return refusal_->text; }

 private:
  std::optional<Refusal> refusal_;
};

// An event that fits the log that checked it.
struct CheckedEvent {
  Observation event;
  OwnSide after;  // my side after the event
};

// All of the events, or a refusal.
struct CheckedEvents : EventStatus {
  CheckedEvents(Refusal refusal) : EventStatus(std::move(refusal)) {}  // NOLINT(google-explicit-constructor)
  explicit CheckedEvents(std::vector<CheckedEvent> all) : events(std::move(all)) {}

  std::vector<CheckedEvent> events;
};

class GameLog {
 public:
  GameLog(const Board& start, Color me) : start_(start), own_{OwnSide(start, me)} {}
  // No game: every event comes out of turn.
  static const GameLog& none();

  const Board& start() const { return start_; }
  Color me() const { return own().me(); }
  std::span<const Observation> history() const { return history_; }
  std::size_t size() const { return history_.size(); }
  // My side now, and after the first `events` events.
  const OwnSide& own() const { return own_.back(); }
  const OwnSide& own_after(std::size_t events) const { return own_[events]; }
  Phase phase() const { return over_ ? Phase::kOver : phase_after(size()); }
  int turn() const { return turn_after(size()); }
  // Plies since the last irreversible move that the player knows of: no fewer than the halfmove clock says, because
  // pawn moves of the opponent go unseen.
  int quiet_plies() const;
  // My requests since then that I made with my pieces where they are now, the latest first.
  std::vector<Move> requests_made_here() const;

  // Whether this game is on and has `start`, `me` and a beginning of `history`: more events then continue it.
  bool is_continued_by(const Board& start, Color me, std::span<const Observation> history) const;

  // The events as they are to come next, but for the first `known` of them, which the log has. Changes nothing.
  CheckedEvents check(std::span<const Observation> events, std::size_t known = 0) const;
  // Takes in an event that this log has checked, when it comes next.
  void append(const CheckedEvent& next);
  // Checks and takes in all of the events, or none.
  EventStatus append(std::span<const Observation> events);
  // The game is over: no event comes any more.
  void end() { over_ = true; }

 private:
  Board start_;
  std::vector<Observation> history_;
  std::vector<OwnSide> own_;  // before the first event and after each
  bool over_ = false;
};

}  // namespace lanternfish
