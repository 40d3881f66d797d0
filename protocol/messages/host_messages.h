#pragma once

// The lines a host sends, docs/reference/protocol.md section 2.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/messages/line_error.h"
#include "rules/board.h"
#include "rules/observation.h"

namespace lanternfish {

struct UciCommand {
  friend bool operator==(const UciCommand&, const UciCommand&) = default;
};
struct IsReadyCommand {
  friend bool operator==(const IsReadyCommand&, const IsReadyCommand&) = default;
};
struct NewGameCommand {
  friend bool operator==(const NewGameCommand&, const NewGameCommand&) = default;
};
struct StopCommand {
  friend bool operator==(const StopCommand&, const StopCommand&) = default;
};
struct QuitCommand {
  friend bool operator==(const QuitCommand&, const QuitCommand&) = default;
};
struct DebugCommand {
  bool on = false;
  friend bool operator==(const DebugCommand&, const DebugCommand&) = default;
};

struct SetOptionCommand {
  std::string name;                  // words joined by single blanks
  std::optional<std::string> value;  // "<empty>" on the line is the empty string here
  friend bool operator==(const SetOptionCommand&, const SetOptionCommand&) = default;
};

struct PositionCommand {
  Board start;
  Color me = kWhite;
  std::vector<Observation> history;
  friend bool operator==(const PositionCommand&, const PositionCommand&) = default;
};

struct ObserveCommand {
  std::vector<Observation> events;  // at least one
  friend bool operator==(const ObserveCommand&, const ObserveCommand&) = default;
};

// Times in ms. What the host did not say is absent.
struct Limits {
  std::optional<std::int64_t> wtime, btime, winc, binc, movetime, nodes, depth, turn;
  bool infinite = false;
  friend bool operator==(const Limits&, const Limits&) = default;
};

struct SenseCommand {
  Limits limits;
  std::vector<Square> only;  // searchsenses; empty: any
  friend bool operator==(const SenseCommand&, const SenseCommand&) = default;
};
struct GoCommand {
  Limits limits;
  std::vector<Move> only;  // searchmoves; empty: any
  friend bool operator==(const GoCommand&, const GoCommand&) = default;
};
struct PonderCommand {
  Limits limits;
  friend bool operator==(const PonderCommand&, const PonderCommand&) = default;
};

struct GameOverCommand {
  std::optional<Color> winner;
  WinReason reason = WinReason::kNone;
  std::optional<std::string> record;  // never empty: where the host keeps the game
  friend bool operator==(const GameOverCommand&, const GameOverCommand&) = default;
};

struct ShowStateCommand {  // "d"
  friend bool operator==(const ShowStateCommand&, const ShowStateCommand&) = default;
};
struct BoardsCommand {
  std::optional<std::int64_t> count;
  friend bool operator==(const BoardsCommand&, const BoardsCommand&) = default;
};
struct ProbeCommand {
  Board board;
  friend bool operator==(const ProbeCommand&, const ProbeCommand&) = default;
};
struct BenchCommand {
  std::vector<std::string> arguments;
  friend bool operator==(const BenchCommand&, const BenchCommand&) = default;
};
struct HelpCommand {
  friend bool operator==(const HelpCommand&, const HelpCommand&) = default;
};
// Also an empty line.
struct Comment {
  std::string text;  // what follows the '#'
  friend bool operator==(const Comment&, const Comment&) = default;
};

using HostCommand =
    std::variant<UciCommand, IsReadyCommand, NewGameCommand, StopCommand, QuitCommand, DebugCommand, SetOptionCommand,
                 PositionCommand, ObserveCommand, SenseCommand, GoCommand, PonderCommand, GameOverCommand,
                 ShowStateCommand, BoardsCommand, ProbeCommand, BenchCommand, HelpCommand, Comment>;

struct HostLine {
  std::variant<HostCommand, LineError> content;
  // Words that were passed over, where the protocol wants that: in sense, go, ponder and the plain UCI commands.
  std::vector<std::string> skipped;
  // Limits and lists of sense, go and ponder that hold nothing of the kind, and count for nothing: texts for the host.
  std::vector<std::string> misread = {};
};

// `line` comes without its line end; a carriage return at its end is dropped. sense, go and ponder never fail, because
// each of them owes the host a terminator.
HostLine parse_host_line(std::string_view line);

// One line, without a line end: control characters become blanks. Otherwise parse_host_line is its inverse.
std::string format_host_command(const HostCommand& command);

// Words of host lines that reading and writing share.

inline constexpr std::string_view kEmptyString = "<empty>";

inline constexpr std::pair<std::string_view, std::optional<std::int64_t> Limits::*> kLimitWords[] = {
    {"wtime", &Limits::wtime},       {"btime", &Limits::btime}, {"winc", &Limits::winc},   {"binc", &Limits::binc},
    {"movetime", &Limits::movetime}, {"nodes", &Limits::nodes}, {"depth", &Limits::depth}, {"turn", &Limits::turn}};

}  // namespace lanternfish
