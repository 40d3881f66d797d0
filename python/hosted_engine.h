#pragma once

// A playing engine for callers that lead the game themselves: one of our strategies in the same process, or any RBC-UCI
// engine as a process of its own. One call at a time.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/agent_player.h"
#include "game/game_log.h"
#include "game/player.h"
#include "protocol/host/engine_link.h"
#include "protocol/session/engine_setup.h"

namespace lanternfish {

class HostedEngine {
 public:
  using Options = std::vector<std::pair<std::string, std::string>>;
  // Asked now and then while an engine is waited for; true ends the waiting.
  using Interrupted = std::function<bool()>;

  // Nothing set: the engine decides how long it thinks.
  struct Limits {
    std::optional<std::chrono::milliseconds> move_time;  // for this decision
    std::optional<std::int64_t> nodes;                   // positions scored
    std::optional<std::chrono::milliseconds> clock;      // left on the clock
    std::optional<std::chrono::milliseconds> increment;  // credited after the turn
  };

  // In this process. An error for an option or value that there is not.
  static Result<std::unique_ptr<HostedEngine>> in_process(const Options& options);
  // A process of its own; `command` is a command line as it would be typed. An error where it does not start or has not
  // such an option.
  static Result<std::unique_ptr<HostedEngine>> process(const std::string& command, const Options& options,
                                                       const Interrupted& interrupted);
  ~HostedEngine();

  const std::string& name() const { return name_; }
  // A process that failed in the game before is started again.
  Status new_game(const GameStart& start, const Interrupted& interrupted);
  // An error, and nothing changed, when the event is out of order or contradicts what is known.
  Status observe(const Observation& event);
  // Each needs its phase: after the notice, after the sense. An error says what the engine did wrong, or "interrupted".
  // An engine in this process goes on with its game after that. So does a process that answers when it is told to stop;
  // one that stays silent is killed, and new_game() comes next.
  Result<Square> sense(const Limits& limits, const Interrupted& interrupted);
  Result<Move> move(const Limits& limits, const Interrupted& interrupted);

  // What the last decision chose among, best first. Empty for a process.
  const std::vector<Candidate>& candidates() const { return candidates_; }
  // The boards held; nothing for a process.
  std::optional<std::uint64_t> boards() const;

 private:
  HostedEngine() = default;

  Status launch(const Interrupted& interrupted);
  void abort_if(const Interrupted& interrupted);
  void drop_process();
  template <typename T, typename Ask>
  Result<T> decide(Phase phase, const Limits& limits, const Interrupted& interrupted, const Ask& ask);

  std::unique_ptr<EngineSetup> setup_;  // in this process only
  EngineSpec spec_;                     // of a process only, and the two below
  std::stop_source abort_;              // ends every wait for the present process
  std::unique_ptr<EngineLink> link_;    // null: it failed
  std::unique_ptr<Player> player_;
  const AgentPlayer* agent_ = nullptr;  // player_, in this process only
  std::string name_;
  GameLog log_ = GameLog::none();
  std::vector<Candidate> candidates_;
};

}  // namespace lanternfish
