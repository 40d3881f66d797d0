#pragma once

// One conversation with a host, command by command: the state machine of docs/PROTOCOL.md section 4 without its
// threads.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/agent.h"
#include "engine/evaluator_factory.h"
#include "protocol/messages/messages.h"
#include "protocol/session/candidate_feed.h"
#include "protocol/session/options.h"

namespace lanternfish {

// Called from any thread.
using SendMessage = std::function<void(const EngineMessage&)>;

// Whether the command owes the host a terminator: sense, go, ponder.
bool thinks(const HostLine& line);

class Session {
 public:
  Session(const Config& config, EvaluatorFactory make_evaluator, SendMessage send);
  ~Session();

  // Carries out one line and sends everything it is answered with: exactly one terminator where one is owed, also when
  // something throws. Blocks; thinking ends when a stop is requested. `stop` and `quit` do nothing here: they are
  // requests to the token. One call at a time.
  void execute(const HostLine& line, const std::stop_token& stop);

  // May be called from any thread.
  void set_debug(bool on) { debug_ = on; }

  // For tests and limits of fuzzing.
  Phase phase() const { return agent_ != nullptr && has_position_ ? agent_->phase() : Phase::kOver; }
  std::uint64_t boards() const { return has_position_ ? agent_->boards() : 0; }

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
  AgentReports reports();
  bool has_game(std::string_view command);
  bool may_think(Phase wanted, std::string_view command, const Limits& limits);
  void end_thinking(const Limits& limits);
  void absorb(const std::function<Status()>& change, PositionCommand next);
  void send_candidates(const CandidateReport& report);
  void send_likeliest(std::size_t count);
  void send_belief();

  const EvaluatorFactory make_evaluator_;
  const SendMessage send_;
  std::atomic<bool> debug_ = false;

  Config config_;
  // What the present evaluator, threads and agent do not know yet of `config_`.
  bool settings_changed_ = false, evaluator_changed_ = true, threads_changed_ = true;
  std::vector<std::string> idle_options_said_;
  std::unique_ptr<ThreadPool> threads_;
  std::unique_ptr<Evaluator> evaluator_;
  std::unique_ptr<Agent> agent_;

  // The game as the host told it; `d` prints it as the line that restores it.
  bool has_position_ = false;
  PositionCommand game_;

  std::stop_token stop_;               // of the command at work
  std::optional<EngineMessage> owed_;  // its terminator
  CandidateFeed feed_;
  Clock::time_point began_;  // the thinking command at work
  // While events are absorbed, their lines are held back: a refused line must not leave half of them behind.
  std::optional<std::vector<EngineMessage>> held_;
};

}  // namespace lanternfish
