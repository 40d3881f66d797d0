#pragma once

// What a player knows for certain: the own pieces and rights, whose turn it is, and what an observation may therefore
// say. Every observation is checked here, when it enters the program (game/game_log.h), before any board is touched.

#include "rules/board.h"
#include "rules/observation.h"
#include "support/result.h"

namespace lanternfish {

class OwnSide {
 public:
  // `start` is the position before any event.
  OwnSide(const Board& start, Color me);

  Color me() const { return me_; }
  // My pieces and castling rights alone, with side to move and move number. The en-passant square is that of my own
  // double step, whether or not the opponent can use it.
  const Board& pieces() const { return board_; }
  Bitboard occupied() const { return board_.pieces(me_); }
  // True until the first mover's first notice, which stands for no move.
  bool first_notice_is_empty() const { return first_notice_is_empty_; }

  // Takes the event in, or says why it cannot be: it contradicts what is certain. On an error nothing changed.
  Status observe(const OpponentMoved& event);
  Status observe(const Sensed& event);
  Status observe(const Moved& event);
  Status observe(const Observation& event);
  // The same for an event that is known to fit.
  void follow(const Observation& event);

 private:
  Status check_taken(const Moved& event) const;

  Board board_;
  Color me_;
  bool first_notice_is_empty_;
};

}  // namespace lanternfish
