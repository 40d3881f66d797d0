#pragma once

// Moves of recorded games, each together with an evaluator's judgements of all moves of the board it was made on.

#include "belief/opponent/move_judgements.h"
#include "belief/opponent/move_model.h"
#include "eval/evaluator.h"
#include "tools/fit/decisions.h"

namespace lanternfish {

struct MoveWithJudgement {
  std::array<float, kMoveParts> parts{};  // probability by part of the built-in model, without judgements
  std::array<std::uint16_t, 2> rows{};    // of the table of judgement coefficients
};

struct JudgementData {
  std::vector<MoveWithJudgement> moves;  // of all decisions, the null move last in each
  std::vector<MoveDecision> all;
  std::vector<PlayerMoves> players;

  std::span<const MoveWithJudgement> of(const MoveDecision& decision) const {
    return std::span(moves).subspan(decision.first_move, decision.moves);
  }
};

// Moves that a name must have in all games.
constexpr std::size_t kJudgedMoves = 400;

// Of names with kJudgedMoves or more: whole players in the order of the games, until a name has 1,200 moves in either
// half of them. Asks `evaluator`, which adds the terms of our own player.
JudgementData judgement_data(const std::vector<NamedGame>& games, const Effort& effort, Evaluator& evaluator,
                             const std::function<void(std::size_t done, std::size_t all)>& progress);

}  // namespace lanternfish
