#pragma once

// The evaluator judges the opponent's possible moves on the likeliest boards before the opponent's last move. Boards
// after good moves become likelier, boards after bad moves less likely.

#include <span>
#include <vector>

#include "belief/belief.h"
#include "engine/strategy_player.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

// `scores`: an evaluator's answer for a board with the opponent to move, about all moves. The built-in evaluator looks
// one move ahead and then at captures to their end; what it says is best taken as deep.
MoveJudgements opponent_judgements(const BoardScores& scores);

// The number of boards before the opponent's move that the belief keeps to be judged.
constexpr std::size_t kMaxParentsJudged = 4'096;

// The boards to judge, the likeliest first; together they have nearly all of the weight.
std::vector<Board> boards_to_judge(const LikelyParents& parents);
// The same before the opponent has moved, from the boards the belief holds now; at most `limit`.
std::vector<Board> boards_to_judge(const Belief& belief, std::size_t limit);

// The effort of the first pass over the boards, and of the second, where there is time for it: `effort` to the depths
// that the coefficients were fitted for.
Effort shallow_for_opponent(Effort effort);
Effort deep_for_opponent(Effort effort);

// Judges the opponent's last move: asks the evaluator about the boards before it, the likeliest first, within
// Config::opponent_share of the phase's time and nodes, and reweighs `belief`. Does nothing where the belief kept no
// such boards. Deducts the nodes used from the situation's budget and returns their number.
std::uint64_t judge_opponent(Situation& situation, Belief& belief);

}  // namespace lanternfish
