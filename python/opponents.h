#pragma once

// Strategies of ours that play against a learner: one player for each game of a batch, all with one evaluator. One call
// at a time.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/agent_player.h"
#include "protocol/session/engine_setup.h"
#include "python/coded_game.h"

namespace lanternfish {

class Opponents {
 public:
  using Options = std::vector<std::pair<std::string, std::string>>;

  // `nodes`: positions that a decision scores. An error for an option or value that there is not.
  static Result<std::unique_ptr<Opponents>> make(const Options& options, std::size_t games, std::int64_t nodes);

  // Player `i` begins a new game, with chances of its own: the same calls after make() give the same games.
  void begin(std::size_t i, const GameRules& rules, Color side);
  // Player `i` makes its whole turn in its game.
  void play_turn(std::size_t i, CodedGame& game);

 private:
  Opponents() = default;

  std::unique_ptr<EngineSetup> setup_;
  std::vector<std::unique_ptr<AgentPlayer>> players_;
  std::int64_t nodes_ = 0;
  std::uint64_t begun_ = 0;  // games
};

}  // namespace lanternfish
