#pragma once

// A small part of what one side holds possible, and how it changes with what this side sees: the sets of boards that
// Penumbra's synopses, particles and playouts are made of (Clark 2021, sections 4 and 5).

#include <optional>
#include <vector>

#include "engine/random.h"
#include "nets/synopsis.h"
#include "rules/rbc.h"

namespace lanternfish {

struct SampledBelief {
  static constexpr std::size_t kMaxBoards = 128;  // Clark 2021

  Color side = kWhite;
  // At least one and at most kMaxBoards, which `side` cannot tell apart. The first stands for the true board.
  std::vector<Board> boards;
  LastEvents last;
  std::optional<Synopsis> before;      // for the request of the turn before
  std::optional<Synopsis> at_request;  // for the request of this turn, once it was made
};

// For the request it is remembered, too: the next turn's planes show it.
Synopsis take_synopsis(SampledBelief& belief, Stage stage);

// Keeps the boards that show `side` the same window as the first.
void take_sense(SampledBelief& belief, Square center);

// Makes the request of `side`, and keeps the boards on which the same comes of it as on the first. The first board may
// lose the opponent's king; others that do are left out.
Outcome take_own_move(SampledBelief& belief, Move request);

// The opponent makes `outcome` on the first board. The others become boards that come of any of them by any move with
// the same capture square: a random choice where there are more than kMaxBoards. `outcome` captures no king.
void take_opponent_move(SampledBelief& belief, const Outcome& outcome, Random& random);

// A request of `side` that captures the king on all boards. Nothing where there is none.
std::optional<Move> certain_king_capture(const SampledBelief& belief);

}  // namespace lanternfish
