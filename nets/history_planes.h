#pragma once

// JKU-CODA's input: what one player was told in the last 20 own turns, 90 planes each (Bertram, Fürnkranz, Müller 2022,
// table I; the order of the planes follows the authors' program). Within the planes of a turn:
//
//   0       the square where the opponent just captured
//   1-73    the own previous request, one square set in the plane of its code (nets/move_code.h); nothing for a pass
//   74      the square where that request captured
//   75      everywhere, if that request was no pass and came to nothing
//   76-81   own pieces: P N B R Q K
//   82      the sensed squares
//   83-88   opposing pieces seen there: P N B R Q K
//   89      everywhere, if the player is White
//
// The newest turn has the last 90 planes, the turns before it those in front; turns that did not happen are empty. What
// differs from the authors: the ranks are mirrored for Black.

#include <deque>

#include "game/own_side.h"
#include "nets/planes.h"

namespace lanternfish {

constexpr int kHistoryTurns = 20;
constexpr int kPlanesPerTurn = 90;
constexpr int kHistoryPlanes = kHistoryTurns * kPlanesPerTurn;
// The first of the six planes of own pieces in the newest turn.
constexpr int kNewestOwnPieces = kHistoryPlanes - kPlanesPerTurn + 76;
// Changes when the meaning of any plane does: weights trained for other planes are refused.
constexpr const char* kHistoryPlanesVersion = "history-20x90/1";

class HistoryPlanes {
 public:
  // `start` is the position before any event.
  HistoryPlanes(const Board& start, Color me);

  // What the player knows for certain.
  const OwnSide& own() const { return own_; }

  // The events of a turn in their order: notice, sense, own move. An error, and nothing changed, when the event
  // contradicts what the player knows for certain.
  Status observe(const Observation& event);

  // The input for the decision that comes next: after a notice for the sense, after a sense for the request. Of the
  // `newest` turns alone, if that is fewer; the planes keep their indices.
  PlaneList planes(int newest = kHistoryTurns) const;

 private:
  void begin_turn(const OpponentMoved& event);
  void add_window(const Window& window);
  void add(int index, Bitboard squares);  // to the newest turn, not yet oriented; indices ascend

  OwnSide own_;
  Moved last_move_;              // null before the first own move
  std::deque<PlaneList> turns_;  // at most kHistoryTurns, indices within the turn, without the colour's plane
  bool turn_is_over_ = true;
};

}  // namespace lanternfish
