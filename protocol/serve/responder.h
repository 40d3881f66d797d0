#pragma once

// The engine's side of a conversation with a host, command by command: docs/reference/protocol.md section 4 without its
// threads. What every engine owes is kept here: exactly one terminator for each command that wants one, even when
// something throws, and a line of error for what is not in the grammar.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "game/clock.h"
#include "game/game_log.h"
#include "protocol/messages/messages.h"

namespace lanternfish {

// Called from any thread.
using SendMessage = std::function<void(const EngineMessage&)>;

// Whether the command owes the host a terminator: sense, go, ponder.
bool thinks(const HostLine& line);
// Whether it replays a history. Only `stop`, `quit` and a command that comes with a clock end that early: what is known
// afterwards must not depend on when other lines come.
bool replays(const HostLine& line);
bool tells_clock(const HostLine& line);

// What the host allows the player `me`: of the two clocks its own.
Clock clock_of(const Limits& limits, Color me);

class Responder {
 public:
  explicit Responder(SendMessage send) : send_(std::move(send)) {}
  virtual ~Responder() = default;

  // Carries out one line and sends all answers. Blocks; thinking ends when a stop is requested. The commands `stop` and
  // `quit` do nothing here: who reads them requests a stop. One call at a time.
  void execute(const HostLine& line, const std::stop_token& stop);

  // Work that commands left undone, for the time in which no line waits. Between two calls of execute() only.
  virtual bool has_work_left() const { return false; }
  virtual void work_on(const std::stop_token& /*stop*/) {}

  // Called while a history is replayed, between its events. Set before the first execute().
  std::function<void()> while_replaying = [] {};

  // May be called from any thread.
  void set_debug(bool on) { debug_ = on; }

 protected:
  // Any command but stop, quit, debug and a comment.
  virtual void carry_out(const HostCommand& command) = 0;
  // carry_out() threw; the host is told afterwards.
  virtual void recover() {}

  void send(const EngineMessage& message) { send_(message); }
  void say(TextInfo::Severity severity, Trouble code, const std::string& text);
  // Warns where the other side's clock alone is told and nothing else bounds the thinking.
  void check_clock(const Limits& limits, Color me);
  void note(const std::string& text) { say(TextInfo::Severity::kNote, Trouble::kInternal, text); }
  void fail(Trouble code, const std::string& text) { say(TextInfo::Severity::kError, code, text); }
  // Of the events of `command`.
  void refuse(const char* command, const Refusal& refusal);

  // The terminator of the command at work; without a call it is the one with the null action.
  void answer(EngineMessage terminator) { owed_ = std::move(terminator); }
  // Of the command at work.
  const std::stop_token& stop() const { return stop_; }
  // `infinite` means that the answer waits for `stop`, even when there is nothing more to think about.
  void wait_for_stop() const;

 private:
  const SendMessage send_;
  std::atomic<bool> debug_ = false;
  std::stop_token stop_;
  std::optional<EngineMessage> owed_;
};

using MakeResponder = std::function<std::unique_ptr<Responder>(SendMessage)>;

}  // namespace lanternfish
