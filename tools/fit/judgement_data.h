#pragma once

// Moves of recorded games, each together with an evaluator's judgements of all moves of the board it was made on.

#include "belief/opponent/move_judgements.h"
#include "belief/opponent/move_model.h"
#include "tools/fit/decisions.h"
#include "tools/fit/judged_boards.h"

namespace lanternfish {

struct MoveWithJudgement {
  std::array<float, kMoveParts> parts{};  // probability by part of the built-in model, without judgements
  std::array<std::uint16_t, 2> rows{};    // of the table of judgement coefficients
};

struct JudgementData {
  std::vector<MoveWithJudgement> moves;  // of all decisions, the null move last in each
  std::vector<Decision> all;
  std::vector<PlayerMoves> players;

  std::span<const MoveWithJudgement> of(const Decision& decision) const {
    return std::span(moves).subspan(decision.first_move, decision.moves);
  }
};

struct JudgementSample {
  std::uint32_t moves_by_name = 1'000;  // players of one name in one half of the games are left once so many are in
  std::uint32_t min_by_name = 0;        // names with fewer moves in all games are left out
  Effort effort{.depth = 6};
};

// Asks `evaluator`, which adds no terms, about what `boards` does not know yet.
Result<JudgementData> judgement_data(const std::vector<NamedGame>& games, const JudgementSample& sample,
                                     JudgedBoards& boards, Evaluator& evaluator,
                                     const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace lanternfish
