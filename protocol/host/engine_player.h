#pragma once

// An engine's process as a Player. Where it crashes it is started again and given its history, as often as allowed.

#include <cstdint>
#include <string>
#include <vector>

#include "game/game_log.h"
#include "game/player.h"
#include "protocol/host/engine_link.h"

namespace lanternfish {

struct EnginePlayerSettings {
  bool ponder = false;                // let it think in the opponent's turn
  std::optional<std::uint32_t> seed;  // for an engine that has the option Seed
  int restarts = 0;                   // how often in a game a crashed engine is started again; then it has lost
  bool probe = false;                 // find out at the beginning whether it keeps boards
  std::string record_copy{};          // the file it is told of at the end, instead of the game's own
};

class EnginePlayer : public Player {
 public:
  // `link` outlives the player, and stays alive after the game unless the engine died.
  EnginePlayer(EngineLink& link, const EnginePlayerSettings& settings) : link_(link), settings_(settings) {}

  const std::string& name() const override { return link_.name(); }
  std::optional<Fault> begin(const GameStart& start) override;
  std::optional<Fault> before_turn() override;
  bool sees_truth() const override { return link_.wants_truth(); }
  void show_truth(const Board& truth) override;
  std::optional<Fault> notice(const OpponentMoved& notice) override;
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override;
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override;
  std::optional<Fault> absorb(TimePoint deadline) override;
  void after_turn() override;
  void end(const GameResult& result, const std::string& record) override;

  EngineLink& link() const { return link_; }
  // Whether it answered a probe before the first turn. It was asked for the start position, which everybody knows.
  bool keeps_boards() const { return keeps_boards_; }
  // After end(): until it has worked through it. Nobody starts it again.
  std::optional<Fault> ready_after_end(TimePoint deadline) { return link_.ready(deadline); }
  int restarts() const { return restarts_; }
  // All that the engine was told of the game.
  PositionCommand transcript() const;

 private:
  void tell_rules();
  void tell(const Observation& event);
  bool restore();
  Limits limits_now(const DecisionLimits& limits, TimePoint asked) const;
  // Asks until there is an answer, or a fault that no restart mends.
  template <typename Ask>
  auto persist(Ask ask) -> decltype(ask());

  EngineLink& link_;
  EnginePlayerSettings settings_;
  GameStart start_;
  GameLog log_ = GameLog::none();
  int restarts_ = 0;
  bool keeps_boards_ = false;
};

}  // namespace lanternfish
