#include <fmt/format.h>

#include "protocol/messages/events.h"
#include "protocol/messages/host_messages.h"
#include "rules/notation.h"
#include "support/text.h"

namespace lanternfish {

namespace {

std::string format_limits(const Limits& limits) {
  std::string text;
  for (const auto& [word, member] : kLimitWords) {
    if (const auto& number = limits.*member) {
      text += fmt::format(" {} {}", word, *number);
    }
  }
  return limits.infinite ? text + " infinite" : text;
}

struct CommandFormatter {
  std::string operator()(const UciCommand&) const { return "uci"; }
  std::string operator()(const IsReadyCommand&) const { return "isready"; }
  std::string operator()(const NewGameCommand&) const { return "ucinewgame"; }
  std::string operator()(const StopCommand&) const { return "stop"; }
  std::string operator()(const QuitCommand&) const { return "quit"; }
  std::string operator()(const ShowStateCommand&) const { return "d"; }
  std::string operator()(const HelpCommand&) const { return "help"; }
  std::string operator()(const Comment& comment) const { return "#" + comment.text; }
  std::string operator()(const DebugCommand& command) const { return command.on ? "debug on" : "debug off"; }
  std::string operator()(const SetOptionCommand& command) const {
    std::string text = "setoption name " + command.name;
    if (command.value) {
      text += fmt::format(" value {}", command.value->empty() ? kEmptyString : *command.value);
    }
    return text;
  }
  std::string operator()(const PositionCommand& command) const {
    std::string text = "position ";
    text += command.start == Board::start() ? "startpos" : "fen " + format_fen(command.start);
    text += fmt::format(" color {}", format_color(command.me));
    return command.history.empty() ? text : text + " history" + format_events(command.history);
  }
  std::string operator()(const ObserveCommand& command) const { return "observe" + format_events(command.events); }
  std::string operator()(const SenseCommand& command) const {
    std::string text = "sense" + format_limits(command.limits);
    text += command.only.empty() ? "" : " searchsenses";
    for (const Square square : command.only) {
      text += " " + format_square(square);
    }
    return text;
  }
  std::string operator()(const GoCommand& command) const {
    std::string text = "go" + format_limits(command.limits);
    text += command.only.empty() ? "" : " searchmoves";
    for (const Move move : command.only) {
      text += " " + format_move(move);
    }
    return text;
  }
  std::string operator()(const PonderCommand& command) const { return "ponder" + format_limits(command.limits); }
  std::string operator()(const GameOverCommand& command) const {
    return fmt::format("gameover winner {} reason {}{}", command.winner ? format_color(*command.winner) : "none",
                       format_win_reason(command.reason), command.record ? " record " + *command.record : "");
  }
  std::string operator()(const BoardsCommand& command) const {
    return command.count ? fmt::format("boards {}", *command.count) : "boards";
  }
  std::string operator()(const ProbeCommand& command) const { return "probe fen " + format_fen(command.board); }
  std::string operator()(const BenchCommand& command) const {
    std::string text = "bench";
    for (const std::string& argument : command.arguments) {
      text += " " + argument;
    }
    return text;
  }
};

}  // namespace

// Names, option values and file names come from outside: one line stays one line, whatever they hold.
std::string format_host_command(const HostCommand& command) {
  return without_control(std::visit(CommandFormatter{}, command));
}

}  // namespace lanternfish
