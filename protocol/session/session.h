#pragma once

// One conversation of the engine with a host. The session decides which command fits and what is answered; the agent
// keeps the game and its phase, the setup keeps the settings.

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "belief/memory_ahead.h"
#include "engine/agent.h"
#include "engine/reports.h"
#include "protocol/messages/messages.h"
#include "protocol/serve/responder.h"
#include "protocol/session/engine_setup.h"

namespace lanternfish {

// How often candidates are sent to the host: at most every 250 ms, and once before the terminator.
class CandidateFeed {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  // Call when a thinking command begins. When its output must be reproducible, only the last report is sent: how many
  // come before it depends on the machine.
  void begin(bool reproducible, TimePoint now);
  // Call with each report; true when it is to be sent now.
  bool offer(const CandidateReport& report, TimePoint now);
  // The last report, unless it was sent already.
  std::optional<CandidateReport> last() const;
  // Whether any report came.
  bool any() const { return latest_.has_value(); }

 private:
  static constexpr std::chrono::milliseconds kEvery{250};

  std::optional<CandidateReport> latest_;
  TimePoint next_time_;
  bool reproducible_ = false;
  bool sent_ = false;
};

class Session : public Responder {
 public:
  Session(const Config& config, EvaluatorFactory make_evaluator, SendMessage send);
  ~Session() override;

  bool has_work_left() const override { return agent_ && agent_->has_work_left(); }
  void work_on(const std::stop_token& stop) override;

  // For tests, and to bound the work of the fuzzer.
  Phase phase() const { return log().phase(); }
  std::uint64_t boards() const { return agent_ ? agent_->boards() : 0; }

 private:
  void carry_out(const HostCommand& command) override;
  void recover() override;
  void run(const UciCommand&);
  void run(const IsReadyCommand&);
  void run(const NewGameCommand&);
  void run(const SetOptionCommand& command);
  void run(const PositionCommand& command);
  void run(const ObserveCommand& command);
  void run(const SenseCommand& command);
  void run(const GoCommand& command);
  void run(const PonderCommand& command);
  void run(const GameOverCommand&);
  void run(const ShowStateCommand&);
  void run(const BoardsCommand& command);
  void run(const ProbeCommand& command);
  void run(const BenchCommand& command);
  void run(const HelpCommand&);
  void run(const StopCommand&) {}  // these four are the base's
  void run(const QuitCommand&) {}
  void run(const DebugCommand&) {}
  void run(const Comment&) {}

  void forget_game();
  bool begin_smaller(std::size_t known);
  void make_agent();
  int memory_limit_mb() const { return std::min(memory_mb_, config().belief_memory_mb); }
  void refresh();
  void report_idle_options();
  const Config& config() const { return setup_.config(); }
  const GameLog& log() const { return agent_ ? agent_->log() : GameLog::none(); }
  AgentReports reports();
  // Whether there is a position; where there is none, says that `command` needs one.
  bool has_game(std::string_view command);
  bool may_think(Phase wanted, std::string_view command, const Limits& limits);
  Clock clock(const Limits& limits) const;  // with a depth that the option Depth could have
  void end_thinking(const Limits& limits);
  void absorb(const char* command, const std::function<EventStatus()>& change);
  void send_candidates(const CandidateReport& report);
  void send_likeliest(std::size_t count);
  void send_belief();

  EngineSetup setup_;
  std::vector<std::string> idle_options_said_;
  std::unique_ptr<Agent> agent_;                     // null before the first position and after ucinewgame
  int memory_mb_ = std::numeric_limits<int>::max();  // for the boards of this game: where the system gave no more
  MemoryAhead memory_ahead_;

  CandidateFeed feed_;
  SteadyClock::time_point began_;  // the thinking command at work
  bool replaying_ = false;         // the command at work is a `position`
  // While events are absorbed, their reports are held back: of a refused line none may be sent.
  std::optional<std::vector<EngineMessage>> held_;
};

}  // namespace lanternfish
