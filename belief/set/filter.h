#pragma once

// What the own sense and the own move leave of a set.

#include "belief/set/board_set.h"
#include "rules/observation.h"

namespace lanternfish {

// Whether a board shows a window. Own pieces in it were checked before (OwnSide::observe) and are not looked at.
class WindowMatch {
 public:
  WindowMatch(const Window& window, Color me);
  bool operator()(const Hypothesis& h) const {
    return ((h.planes[0] ^ expected_[0]) & squares_) == 0 && ((h.planes[1] ^ expected_[1]) & squares_) == 0 &&
           ((h.planes[2] ^ expected_[2]) & squares_) == 0;
  }

 private:
  Bitboard squares_ = 0;
  std::array<Bitboard, 3> expected_{};
};

// Whether an own request comes to the taken move and capture square that were observed, and what it does to the board.
class OwnMove {
 public:
  // `own` is my side before the move; the event fits it.
  OwnMove(const Moved& event, const OwnSide& own);

  bool possible(const Hypothesis& h) const;
  // Requires possible(h). The opponent's king may be what is captured.
  Hypothesis after(const Hypothesis& h) const;

 private:
  Color me_;
  Bitboard empty_ = 0;               // no opponent piece here
  Bitboard occupied_ = 0;            // an opponent piece on each of these
  Bitboard blocked_ = 0;             // an opponent piece on at least one of these, unless empty
  Square ep_needed_ = kNoSquare;     // usable here
  Square ep_forbidden_ = kNoSquare;  // not usable here
  Bitboard captured_ = 0;
  Square passed_ = kNoSquare;  // by my double step
};

// Keeps the boards that match, in their order.
void filter(BoardSet& set, const WindowMatch& match, ThreadPool& threads);

// The boards after the own move, those included where it captured the opponent's king.
BoardSet after_own_move(const BoardSet& set, const OwnMove& move, ThreadPool& threads);

// Drops boards without the opponent's king: the game goes on, so it was not captured.
void drop_captured_kings(BoardSet& set, ThreadPool& threads);

}  // namespace lanternfish
