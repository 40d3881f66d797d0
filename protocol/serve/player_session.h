#pragma once

// Any Player as an engine of the protocol: what EnginePlayer is the other way round.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/game_log.h"
#include "game/player.h"
#include "protocol/serve/responder.h"

namespace lanternfish {

// The player keeps no boards, as far as the host can see: no `info` comes of its thinking, and `probe` and `boards` are
// refused. It hears of a game's rules and seed by the options MoveLimit, TurnLimit and Seed; where it sees the truth,
// also of the true board by the option RBC_TrueBoard. Other options that every host may count on are taken and have no
// effect.
class PlayerSession : public Responder {
 public:
  // A line of the host is checked first: the player never hears of an event that does not fit.
  PlayerSession(std::unique_ptr<Player> player, SendMessage send);

 private:
  void carry_out(const HostCommand& command) override;
  void uci();
  void set_option(const SetOptionCommand& command);
  void position(const PositionCommand& command);
  void observe(const ObserveCommand& command);
  void sense(const SenseCommand& command);
  void go(const GoCommand& command);
  void ponder(const PonderCommand& command);
  void end(const GameOverCommand& command);

  void take_in(std::span<const CheckedEvent> events);
  bool in_phase(Phase phase, const char* command, const Limits& limits);
  DecisionLimits decision_limits(const Limits& limits) const;
  void report(const std::optional<Fault>& fault);

  std::unique_ptr<Player> player_;
  std::vector<OptionLine> options_;
  GameStart start_;  // as the options say; the position and the side are those of the latest game
  GameLog log_ = GameLog::none();
};

}  // namespace lanternfish
