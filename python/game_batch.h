#pragma once

// Many games that go on side by side, one action each at a time; a game that ends begins anew. What came of a step is
// written into arrays that the caller owns and that stay where they are.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/agent_player.h"
#include "protocol/session/engine_setup.h"
#include "python/coded_game.h"
#include "support/thread_pool.h"

namespace lanternfish {

// Strategies of ours that play against a learner: one player for each game of a batch, all with one evaluator. One call
// at a time.
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

class GameBatch {
 public:
  // Row i of each array is about game i.
  struct Arrays {
    std::span<std::uint8_t> planes;   // turns * kPlanesPerTurn * 64 a row: CodedGame::write_planes; or empty
    std::span<Token> tokens;          // as many a row as there is room for: CodedGame::write_tokens; or empty
    std::span<std::uint8_t> masks;    // kActionCodes a row: CodedGame::write_mask; or empty
    std::span<std::uint8_t> players;  // who is to act: 1 White, 0 Black
    std::span<std::uint8_t> senses;   // 1: it is to sense, 0: to move
    std::span<float> rewards;         // 2 a row, of White and of Black, for the step just made: 1, -1 or 0
    std::span<std::uint8_t> dones;    // 1: the step just made ended a game, and the rest of the row is of the next one
  };

  // Without `opponents` the caller acts for both sides. With them it acts for the learner of each game, of the colour
  // learner(its index); all else happens within step() and reset(), the opponents' turns one after
  // another.
  GameBatch(std::size_t games, int turns, const GameRules& rules, int threads,
            std::unique_ptr<Opponents> opponents = nullptr, std::function<Color(std::size_t)> learner = {});

  std::size_t size() const { return games_.size(); }
  const GameRules& rules() const { return rules_; }
  int threads() const { return threads_.threads(); }
  // What each game has come to: CodedGame::actions(). Without opponents only, and so is replay().
  std::vector<std::vector<ActionCode>> actions() const;
  // Begins all games anew and makes these actions. An error, and the games anew, when one of them may not be chosen.
  Status replay(const std::vector<std::vector<ActionCode>>& actions, const Arrays& arrays);
  int turns() const { return turns_; }
  // Begins all games anew.
  void reset(const Arrays& arrays);
  // For each game an action that may be chosen; the same seed and games give the same actions.
  void random_actions(std::uint64_t seed, std::span<std::int64_t> actions);
  // Action i is for game i. An error, and nothing changed, when any of them may not be chosen.
  Status step(std::span<const std::int64_t> actions, const Arrays& arrays);

 private:
  void begin(std::size_t i);
  void let_opponent_play(std::size_t i);
  void write(std::size_t i, const Arrays& arrays);
  void write_result(std::size_t i, const Arrays& arrays);

  GameRules rules_;
  int turns_;
  ThreadPool threads_;
  std::vector<CodedGame> games_;
  std::unique_ptr<Opponents> opponents_;  // null: there are none
  std::function<Color(std::size_t)> learner_;
};

}  // namespace lanternfish
