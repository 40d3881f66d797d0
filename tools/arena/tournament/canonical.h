#pragma once

// Players everybody knows, under the names papers use.

#include <cstdint>
#include <vector>

#include "protocol/host/engine_spec.h"

namespace lanternfish {

// What a new bot is measured against: random, attacker, trout, mht, strangefish2, lanternfish.
std::vector<EngineSpec> gauntlet_opponents();

// PerfectInfoBot once for each entry of `nodes`, with that many nodes of Stockfish a move and no clock: the ladder of
// sight.
std::vector<EngineSpec> ladder_rungs(const std::vector<std::int64_t>& nodes);

// The players of known_rungs(), without clocks; those that think have so many nodes or boards to score in a decision.
std::vector<EngineSpec> known_rung_engines();

// RandomBot25, NaiveBot, MHTBot, PredictorBot and PerfectInfoBot of J. Markowitz, R. W. Gardner, A. J. Llorens, "On the
// Complexity of Reconnaissance Blind Chess", 2018, section "Impact of Different Strategies on Complexity".
std::vector<EngineSpec> complexity_bots();

}  // namespace lanternfish
