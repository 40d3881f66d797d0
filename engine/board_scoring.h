#pragma once

// Scores boards of the belief until time, nodes or boards run out.

#include "engine/sampling.h"
#include "engine/score_table.h"
#include "engine/strategy_player.h"

namespace lanternfish {

// What the board of a row counts in averages, when `scored` boards are known.
using RowWeight = std::function<double(const ScoreTable::Row& row, std::size_t scored)>;
// Called now and then with what there is so far; true when the choice is settled and no more need be known.
using Progress = std::function<bool(const ScoreTable&)>;
// The requests, of those scored, that are worth a deeper look.
using Contenders = std::function<std::vector<Move>(const ScoreTable&)>;

// Scores `list` on the boards, the first ones first; then, where time is left, deeper: what the contenders come to on
// each board, or all moves where nobody says which these are. At least one board is scored, if need be by the built-in
// evaluator.
ScoreTable score_boards(Situation& situation, const std::vector<Hypothesis>& boards, std::vector<Move> list,
                        const RbcTerms& terms, const RowWeight& weight, const Progress& progress,
                        const Contenders& contenders = {});

// The same for boards drawn from a set: averages are those of the set.
ScoreTable score_drawn(Situation& situation, const DrawnBoards& drawn, std::vector<Move> list, const RbcTerms& terms,
                       const Progress& progress, const Contenders& contenders = {});

// Answers for boards on which the opponent is to move, the first ones first, in a part of the phase's time; those that
// were not reached in time have no moves.
std::vector<BoardScores> score_for_opponent(Situation& situation, const std::vector<Board>& boards, double time_share);

}  // namespace lanternfish
