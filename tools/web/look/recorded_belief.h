#pragma once

// One player of a recorded game: what it held possible at each step, computed as the game is played again.

#include <functional>
#include <stop_token>

#include "game/recorded_game.h"
#include "support/json_line.h"

namespace lanternfish {

enum class Step { kNotice, kSense, kMove };
constexpr int kSteps = 3;

struct RecordedBeliefSettings {
  std::size_t max_boards = 100'000;  // live; more wait unexpanded, and it is said
  std::size_t memory_bytes = std::size_t{128} << 20;
  std::size_t likely_boards = 12;
  bool truth = true;  // the true boards are known
};

// Calls `report` for each step of `me` in order with belief_json: `turn` counts own turns from 0. Steps that are not
// `wanted` are passed over. Ends at a stop.
void follow_belief(const RecordedGame& game, Color me, const RecordedBeliefSettings& settings,
                   const std::stop_token& stop, const std::function<bool(std::size_t turn, Step step)>& wanted,
                   const std::function<void(std::size_t turn, Step step, Json json)>& report);

}  // namespace lanternfish
