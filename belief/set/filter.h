#pragma once

// Removes the boards that contradict my sense or my move.

#include "belief/set/board_set.h"
#include "rules/observation.h"

namespace lanternfish {

// Whether a board agrees with a window. Looks at the opponent's pieces only; my pieces were checked by
// OwnSide::observe().
class WindowMatch {
 public:
  // A window without a centre (no sense) agrees with every board.
  WindowMatch(const Window& window, Color me);
  bool operator()(const Hypothesis& h) const {
    return ((h.planes[0] ^ expected_[0]) & squares_) == 0 && ((h.planes[1] ^ expected_[1]) & squares_) == 0 &&
           ((h.planes[2] ^ expected_[2]) & squares_) == 0;
  }

 private:
  Bitboard squares_ = 0;
  std::array<Bitboard, 3> expected_{};
};

// Whether my request leads to the observed taken move and capture square on a board, and the board after it.
class OwnMove {
 public:
  // `own` is my side before the move; the event fits it.
  OwnMove(const Moved& event, const OwnSide& own);

  bool possible(const Hypothesis& h) const;
  // Requires possible(h). The captured piece may be the opponent's king.
  Hypothesis after(const Hypothesis& h) const;

 private:
  Color me_;
  // Of the opponent's pieces and en-passant squares:
  Bitboard empty_ = 0;               // no piece on any of these
  Bitboard occupied_ = 0;            // a piece on each of these
  Bitboard blocked_ = 0;             // a piece on at least one of these; 0: no condition
  Square ep_needed_ = kNoSquare;     // en passant must be possible here
  Square ep_forbidden_ = kNoSquare;  // en passant must be impossible here
  Bitboard captured_ = 0;            // what the move captures
  Square passed_ = kNoSquare;        // the square my double step passes
};

// Keeps the boards that match. The order stays.
void filter(BoardSet& set, const WindowMatch& match, ThreadPool& threads);

// The boards after my move, boards without the opponent's king included.
BoardSet after_own_move(const BoardSet& set, const OwnMove& move, ThreadPool& threads);

// Removes the boards without the opponent's king. For a game that goes on, where the king cannot have been captured.
void drop_captured_kings(BoardSet& set, ThreadPool& threads);

}  // namespace lanternfish
