#include "protocol/serve/responder.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "protocol/messages/tokens.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

// The terminator with the null action, for commands that owe one.
std::optional<EngineMessage> null_terminator(const HostLine& line) {
  const auto* command = std::get_if<HostCommand>(&line.content);
  if (command == nullptr) {
    return std::nullopt;
  }
  if (std::holds_alternative<SenseCommand>(*command)) return BestSense{};
  if (std::holds_alternative<GoCommand>(*command)) return BestMove{};
  if (std::holds_alternative<PonderCommand>(*command)) return PonderDone{};
  return std::nullopt;
}

bool tells_clock(const Limits& limits) { return limits.wtime.has_value() || limits.btime.has_value(); }

bool does_nothing(const HostCommand& command) {
  return std::holds_alternative<StopCommand>(command) || std::holds_alternative<QuitCommand>(command) ||
         std::holds_alternative<Comment>(command);
}

}  // namespace

bool thinks(const HostLine& line) { return null_terminator(line).has_value(); }

bool replays(const HostLine& line) {
  const auto* command = std::get_if<HostCommand>(&line.content);
  return command != nullptr && std::holds_alternative<PositionCommand>(*command);
}

bool tells_clock(const HostLine& line) {
  const auto* command = std::get_if<HostCommand>(&line.content);
  if (command == nullptr) {
    return false;
  }
  if (const auto* sense = std::get_if<SenseCommand>(command)) return tells_clock(sense->limits);
  if (const auto* go = std::get_if<GoCommand>(command)) return tells_clock(go->limits);
  return false;
}

Clock clock_of(const Limits& limits, Color me) {
  return {.time = me == kWhite ? limits.wtime : limits.btime,
          .increment = me == kWhite ? limits.winc : limits.binc,
          .move_time = limits.movetime,
          .nodes = limits.nodes,
          .depth = limits.depth,
          .turn = limits.turn,
          .infinite = limits.infinite};
}

void Responder::execute(const HostLine& line, const std::stop_token& stop) {
  stop_ = stop;
  owed_ = null_terminator(line);
  for (const std::string& text : line.misread) {
    say(TextInfo::Severity::kWarning, Trouble::kSyntax, text);
  }
  if (debug_) {
    for (const std::string& word : line.skipped) {
      note("passed over " + quoted(word));
    }
  }
  try {
    if (const auto* error = std::get_if<LineError>(&line.content)) {
      fail(error->code, error->text);
    } else if (const auto& command = std::get<HostCommand>(line.content); !does_nothing(command)) {
      if (const auto* debug = std::get_if<DebugCommand>(&command)) {
        set_debug(debug->on);
      } else {
        carry_out(command);
      }
    }
  } catch (const std::exception& exception) {
    recover();
    fail(Trouble::kInternal, exception.what());
  } catch (...) {
    recover();
    fail(Trouble::kInternal, "unknown exception");
  }
  if (owed_) {
    send(*owed_);
  }
}

void Responder::say(TextInfo::Severity severity, Trouble code, const std::string& text) {
  send(TextInfo{severity, code, text});
}

void Responder::check_clock(const Limits& limits, Color me) {
  const Clock clock = clock_of(limits, me);
  const bool bounded = clock.time || clock.move_time || clock.nodes || clock.depth || clock.infinite;
  if (tells_clock(limits) && !bounded) {
    const auto [own, other] = me == kWhite ? std::pair("wtime", "btime") : std::pair("btime", "wtime");
    say(TextInfo::Severity::kWarning, Trouble::kSyntax,
        fmt::format("{} is not the clock of {}; without {} there is no limit", other, format_color(me), own));
  }
}

void Responder::refuse(const char* command, const Refusal& refusal) {
  if (refusal.why == Refusal::Why::kPhase) {
    fail(Trouble::kPhase, std::string(command) + ": " + refusal.text);
  } else {
    fail(Trouble::kObservation, refusal.text);
  }
}

void Responder::wait_for_stop() const {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait(lock, stop_, [] { return false; });
}

}  // namespace lanternfish
