#pragma once

// Scores boards of the belief until time, nodes or boards run out.

#include "engine/sampling.h"
#include "engine/score_table.h"
#include "engine/strategy_player.h"

namespace lanternfish {

// What the board of a row counts in averages when `scored` boards are scored.
using RowWeight = std::function<double(const ScoreTable::Row& row, std::size_t scored)>;
// Called every quarter of a second with the table so far; true ends the scoring, because the choice is settled.
using Progress = std::function<bool(const ScoreTable&)>;
// How to search deeper where time is left.
struct Deepening {
  // Those of the table's requests that are worth it: on each board the moves that they come to are searched. Empty: all
  // moves are.
  std::function<std::vector<Move>(const ScoreTable&)> contenders = {};
  // The first look is as shallow as time_manager's first_depth(), and then all moves are searched as deep as its
  // depth_on_few().
  bool by_time = false;
};

// Scores the requests of `list` on the boards, in their order, and then searches deeper as long as there is time.
// Scores become numbers with `terms`. At least one board is scored, if need be by the built-in evaluator.
ScoreTable score_boards(Situation& situation, const std::vector<Hypothesis>& boards, std::vector<Move> list,
                        const RbcTerms& terms, const RowWeight& weight, const Progress& progress,
                        const Deepening& deepening = {});

// The same for a sample of a set: averages over the table are then averages over the set.
ScoreTable score_sample(Situation& situation, const BoardSample& sample, std::vector<Move> list, const RbcTerms& terms,
                        const Progress& progress, const Deepening& deepening = {});

// How many of the boards, the first of them, can be scored within `nodes` positions; at least one.
std::size_t boards_for_nodes(std::span<const Board> boards, std::uint64_t nodes);

// Scores boards on which the opponent is to move, in their order, within `time_share` of the phase's time. One answer
// for each board; a board that was not reached in time has no moves.
std::vector<BoardScores> score_for_opponent(Situation& situation, const std::vector<Board>& boards, double time_share);

}  // namespace lanternfish
