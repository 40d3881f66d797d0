#pragma once

// The published players by name.

#include "engine/strategies/strategy.h"

namespace lanternfish {

// `start` is the position before any event; `seed` makes choices that hold for a whole game.
std::unique_ptr<StrategyPlayer> make_player(Strategy strategy, const Board& start, Color me, std::uint64_t seed);

// How its boards are weighed: as `configured`, unless the published player knows no model of the opponent.
MoveModelKind move_model_of(Strategy strategy, MoveModelKind configured);

std::unique_ptr<StrategyPlayer> make_lanternfish_player();
std::unique_ptr<StrategyPlayer> make_random_player();
// `seed` chooses one of the four attacks.
std::unique_ptr<StrategyPlayer> make_attacker_player(Color me, std::uint64_t seed);
std::unique_ptr<StrategyPlayer> make_trout_player(const Board& start, Color me);
std::unique_ptr<StrategyPlayer> make_naive_player(const Board& start, Color me);
std::unique_ptr<StrategyPlayer> make_mht_player();
std::unique_ptr<StrategyPlayer> make_predictor_player();
std::unique_ptr<StrategyPlayer> make_oracle_player();
std::unique_ptr<StrategyPlayer> make_scorca_player();
std::unique_ptr<StrategyPlayer> make_scorca_s_player();
std::unique_ptr<StrategyPlayer> make_strangefish_player();
std::unique_ptr<StrategyPlayer> make_strangefish2_player();
std::unique_ptr<StrategyPlayer> make_savelyev_baseline_player();

}  // namespace lanternfish
