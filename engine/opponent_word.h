#pragma once

// The evaluator's word on the opponent's choice: which of its moves were good ones, on the likelier boards before its
// last move. It makes the boards after the good ones more likely.

#include <span>
#include <vector>

#include "belief/belief.h"
#include "engine/strategy_player.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

// `moves`: every taken move of a board with the opponent to move, best first for it, as evaluators answer.
EvaluatorWord opponent_word(std::span<const MoveScore> moves);

// So many boards before the opponent's move are kept to be asked about, at most.
constexpr std::size_t kMostParentsJudged = 4'096;

// Those to ask about, the likeliest first: they have nearly all of the weight.
std::vector<Board> boards_to_judge(const LikelyParents& parents);
// The same ahead of the opponent's move, of the boards held then; at most `limit`.
std::vector<Board> boards_to_judge(const Belief& belief, std::size_t limit);

// How hard to think where time is left for more than `effort`.
Effort deeper_for_opponent(Effort effort);

// Asks the evaluator about the boards before the opponent's last move, the likeliest first, in Config::opponent_share
// of the time and nodes of the phase, and lets `belief` hear, if it remembers them. The situation's nodes become fewer
// by those used; so many are returned.
std::uint64_t judge_opponent(Situation& situation, Belief& belief);

}  // namespace lanternfish
