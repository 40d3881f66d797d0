#pragma once

// One conversation with a host, command by command: docs/PROTOCOL.md section 4 without its threads. The session decides
// which command fits and what is answered; the agent keeps the game and its phase, the setup keeps the settings.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/agent.h"
#include "protocol/messages/messages.h"
#include "protocol/session/candidate_feed.h"
#include "protocol/session/engine_setup.h"

namespace lanternfish {

// Called from any thread.
using SendMessage = std::function<void(const EngineMessage&)>;

// Whether the command owes the host a terminator: sense, go, ponder.
bool thinks(const HostLine& line);
// Whether it replays a history. Only `stop`, `quit` and a command that comes with a clock end that early: of other
// lines the belief must not depend.
bool replays(const HostLine& line);
bool tells_clock(const HostLine& line);

class Session {
 public:
  Session(const Config& config, EvaluatorFactory make_evaluator, SendMessage send);
  ~Session();

  // Carries out one line and sends all answers, with exactly one terminator where the command owes one, even when
  // something throws. Blocks; thinking ends when a stop is requested. The commands `stop` and `quit` do nothing here:
  // who reads them requests a stop. One call at a time.
  void execute(const HostLine& line, const std::stop_token& stop);

  // May be called from any thread.
  void set_debug(bool on) { debug_ = on; }

  // Work that events left undone, for the time in which no line waits. Between two calls of execute() only.
  bool has_work_left() const { return agent_ && agent_->has_work_left(); }
  void work_on(const std::stop_token& stop);

  // Called while a history is replayed, between its events. Set before the first execute().
  std::function<void()> while_replaying = [] {};

  // For tests, and to bound the work of the fuzzer.
  Phase phase() const { return agent_ ? agent_->phase() : Phase::kOver; }
  std::uint64_t boards() const { return agent_ ? agent_->boards() : 0; }

 private:
  void run(const UciCommand&);
  void run(const IsReadyCommand&);
  void run(const NewGameCommand&);
  void run(const StopCommand&) {}
  void run(const QuitCommand&) {}
  void run(const DebugCommand& command) { set_debug(command.on); }
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
  void run(const Comment&) {}

  void say(TextInfo::Severity severity, Trouble code, const std::string& text);
  void note(const std::string& text) { say(TextInfo::Severity::kNote, Trouble::kInternal, text); }
  void fail(Trouble code, const std::string& text) { say(TextInfo::Severity::kError, code, text); }

  void forget_game();
  void refresh();
  void report_idle_options();
  const Config& config() const { return setup_.config(); }
  AgentReports reports();
  // Whether there is a position; where there is none, says that `command` needs one.
  bool has_game(std::string_view command);
  bool may_think(Phase wanted, std::string_view command, const Limits& limits);
  void end_thinking(const Limits& limits);
  void absorb(const std::function<Status()>& change);
  void send_candidates(const CandidateReport& report);
  void send_likeliest(std::size_t count);
  void send_belief();

  const SendMessage send_;
  std::atomic<bool> debug_ = false;
  EngineSetup setup_;
  std::vector<std::string> idle_options_said_;
  std::unique_ptr<Agent> agent_;  // null before the first position and after ucinewgame

  std::stop_token stop_;               // of the command at work
  std::optional<EngineMessage> owed_;  // its terminator
  CandidateFeed feed_;
  SteadyClock::time_point began_;  // the thinking command at work
  bool replaying_ = false;         // the command at work is a `position`
  // While events are absorbed, their reports are held back: of a refused line none may be sent.
  std::optional<std::vector<EngineMessage>> held_;
};

}  // namespace lanternfish
