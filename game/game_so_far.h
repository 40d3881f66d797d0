#pragma once

// One player's game as it was told: the only place that keeps its start, its events, its phase and its turn. The agent
// owns it; the session and the book ask the agent. A session without an agent (protocol/serve) owns one itself. (A
// belief keeps events too: those that its deferred parents owe.)

#include <span>
#include <vector>

#include "game/own_side.h"
#include "game/phase.h"

namespace lanternfish {

class GameSoFar {
 public:
  GameSoFar(const Board& start, Color me) : start_(start), me_(me) {}

  const Board& start() const { return start_; }
  Color me() const { return me_; }
  std::span<const Observation> history() const { return history_; }
  Phase phase() const;
  int turn() const;  // own turns, from 1; the one in progress or next to come
  // Plies since the last irreversible move that the player knows of: no fewer than the halfmove clock says, because
  // pawn moves of the opponent go unseen.
  int quiet_plies() const { return quiet_plies_; }

  // Whether this game is on and has `start`, `me` and a beginning of `history`: more events then continue it.
  bool is_continued_by(const Board& start, Color me, std::span<const Observation> history) const;

  // Takes in an event of the present phase; `before` is my side before the event.
  void add(const Observation& event, const OwnSide& before);
  void end() { over_ = true; }

 private:
  Board start_;
  Color me_;
  std::vector<Observation> history_;
  int quiet_plies_ = 0;
  bool over_ = false;
};

// My side after the events that follow `phase`. An error names the first event that comes out of turn or contradicts
// what is certain.
Result<OwnSide> own_side_after(OwnSide own, Phase phase, std::span<const Observation> events);

}  // namespace lanternfish
