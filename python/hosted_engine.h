#pragma once

// A playing engine for callers that lead the game themselves: one of our strategies in the same process, or any RBC-UCI
// engine as a process of its own.

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/agent_player.h"
#include "game/player.h"
#include "protocol/host/engine_link.h"
#include "protocol/session/engine_setup.h"

namespace lanternfish {

class HostedEngine {
 public:
  using Options = std::vector<std::pair<std::string, std::string>>;
  // Asked now and then during a decision; true ends it.
  using Interrupted = std::function<bool()>;

  // Times in ms. Nothing set: the engine decides how long it thinks.
  struct Limits {
    std::optional<std::int64_t> move_time;  // for this decision
    std::optional<std::int64_t> nodes;      // positions scored
    std::optional<std::int64_t> clock;      // left on the clock
    std::optional<std::int64_t> increment;  // credited after the turn
  };

  // In this process. An error for an option or value that there is not.
  static Result<std::unique_ptr<HostedEngine>> in_process(const Options& options);
  // A process of its own; `command` is a command line as it would be typed. An error where it does not start or has not
  // such an option.
  static Result<std::unique_ptr<HostedEngine>> process(const std::string& command, const Options& options);
  ~HostedEngine();

  const std::string& name() const { return player_->name(); }
  Status new_game(const GameStart& start);
  // An error, and nothing changed, when the event is out of order or contradicts what is known.
  Status observe(const Observation& event);
  // Each needs its phase: after the notice, after the sense. An error says what the engine did wrong, or "interrupted".
  Result<Square> sense(const Limits& limits, const Interrupted& interrupted);
  Result<Move> move(const Limits& limits, const Interrupted& interrupted);

  // What the last decision chose among, best first. Empty for a process.
  const std::vector<Candidate>& candidates() const { return candidates_; }
  // The boards held; nothing for a process.
  std::optional<std::uint64_t> boards() const;

 private:
  HostedEngine() = default;

  template <typename T, typename Ask>
  Result<T> decide(Phase phase, const Limits& limits, const Interrupted& interrupted, const Ask& ask);

  std::unique_ptr<EngineSetup> setup_;  // in this process only
  std::unique_ptr<EngineLink> link_;    // of a process only
  std::unique_ptr<Player> player_;
  const AgentPlayer* agent_ = nullptr;  // player_, in this process only
  Phase phase_ = Phase::kOver;
  int turn_ = 0;
  std::vector<Candidate> candidates_;
};

}  // namespace lanternfish
