#pragma once

// Which request to make, by the rules of published players: pure functions of scores. Each returns all requests of the
// table, best first, with values in the unit of the rule.

#include "engine/move_choice.h"
#include "game/own_side.h"

namespace lanternfish {

// By the weight of the boards on which the request is the best move of those taken as requested, the pass excepted
// (MHTBot, PredictorBot; Markowitz et al. 2018).
std::vector<RequestValue> rank_by_votes(const ScoreTable& table);

// By sums over boards, by weight: -4 ln(rank), where the best move of a board has rank 1 (Scorca 2023, section 5.2).
// The rest is its program's: 7 more for a check without a capture, and -7 in all where my king is left attacked. A
// board on which the king can be captured counts 15 for doing so, and nothing for other requests.
std::vector<RequestValue> rank_by_log_ranks(const ScoreTable& table, const OwnSide& own);

// By what the request loses against the best move, in centipawns, summed over the `extremes` best and as many worst
// boards, times the distance of the board's winning probability from a half (Scorca 2023, section 5.1.1).
std::vector<RequestValue> rank_by_extremes(const ScoreTable& table, std::size_t extremes);

// By probability: on each board a request is made with a probability in proportion to exp(value / temperature), both in
// centipawns, and the boards count by weight (Savelyev 2020, section 5.1, with scores in place of a network's policy).
std::vector<RequestValue> rank_by_policy(const ScoreTable& table, double temperature);

// The probability of winning that a chess score stands for: logistic, 400 centipawns are ten to one.
double win_probability(double centipawns);

}  // namespace lanternfish
