#pragma once

// Which request to make, by the rules of published players: pure functions of scores. Each gives all requests of the
// table, best first; the value is in the unit the rule says.

#include "engine/move_choice.h"
#include "game/own_side.h"

namespace lanternfish {

// By the weight of the boards on which a request is the best move; on none: 0. Moves that a board alters, the pass
// included, only win where nothing else can be made (MHTBot, PredictorBot; Markowitz et al. 2018).
std::vector<RequestValue> rank_by_votes(const ScoreTable& table);

// Sums over boards of -4 ln(rank) where the best move has rank 1, with 15 for a captured king, 7 for giving check
// without a capture and -7 for leaving the own king attacked (Scorca 2023, section 5.2).
std::vector<RequestValue> rank_by_log_ranks(const ScoreTable& table, const OwnSide& own);

// On the `extremes` best and worst boards: what a request loses against the best move, times how far that board is from
// even (Scorca 2023, section 5.1.1). Centipawns.
std::vector<RequestValue> rank_by_extremes(const ScoreTable& table, std::size_t extremes);

// Probability of a request when each board's player chooses with probabilities exp(value / temperature), in centipawns,
// weighted by the boards (Savelyev 2020, section 5.1, with scores in place of a network's policy).
std::vector<RequestValue> rank_by_policy(const ScoreTable& table, double temperature);

// The chance to win that a chess score means: logistic, 400 centipawns are ten to one.
double win_probability(double centipawns);

}  // namespace lanternfish
