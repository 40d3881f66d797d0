#include "protocol/messages/host_messages.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "protocol/messages/events.h"
#include "protocol/messages/tokens.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

using Content = std::variant<HostCommand, LineError>;

std::string expected_text(std::string_view where, std::string_view expected, std::string_view got) {
  return fmt::format("{}: expected {}, not {}", where, expected, quoted(got));
}

LineError syntax(std::string_view where, std::string_view expected, std::string_view got) {
  return {Trouble::kSyntax, expected_text(where, expected, got)};
}

// Takes the word `expected` begins with, or says that it is missing.
Result<std::monostate, LineError> expect(Tokens& tokens, std::string_view where, std::string_view expected) {
  if (!tokens.accept(expected.substr(0, expected.find(' ')))) {
    return syntax(where, expected, tokens.peek());
  }
  return std::monostate{};
}

Result<std::vector<Observation>, LineError> events_of(Tokens& tokens, std::string_view where) {
  auto events = parse_events(tokens);
  if (!events) {
    return LineError{events.failure().code, fmt::format("{}: {}", where, events.error())};
  }
  return events;
}

// Takes one limit if the next words are one. A broken number is passed over with its word.
bool take_limit(Tokens& tokens, Limits& limits, std::vector<std::string>& misread) {
  if (tokens.accept("infinite")) {
    limits.infinite = true;
    return true;
  }
  for (const auto& [word, member] : kLimitWords) {
    if (tokens.accept(word)) {
      if (const auto number = parse_number(tokens.peek())) {
        limits.*member = number;
        tokens.next();
      } else {
        misread.push_back(expected_text(word, "a whole number", tokens.peek()));
      }
      return true;
    }
  }
  return false;
}

// The words of sense, go and ponder: limits in any order, then `list_word` and what parse_item reads.
template <typename Item, typename ParseItem>
void parse_thinking(Tokens& tokens, std::string_view list_word, Limits& limits, std::vector<Item>& only,
                    ParseItem&& parse_item, HostLine& line) {
  bool in_list = false;
  std::optional<std::string_view> first;  // after the word of the list
  while (!tokens.empty()) {
    if (!list_word.empty() && tokens.accept(list_word)) {
      in_list = true;
      first = first.value_or(tokens.peek());
    } else if (take_limit(tokens, limits, line.misread)) {
      in_list = false;
    } else {
      const std::string_view word = tokens.next();
      if (const Result<Item> item = parse_item(word); in_list && item) {
        only.push_back(*item);
      } else {
        line.skipped.emplace_back(word);
      }
    }
  }
  if (first && only.empty()) {
    line.misread.push_back(expected_text(list_word, list_word == "searchmoves" ? "moves" : "squares", *first));
  }
}

Content parse_sense(Tokens& tokens, HostLine& line) {
  SenseCommand command;
  parse_thinking(tokens, "searchsenses", command.limits, command.only, parse_square, line);
  return command;
}

Content parse_go(Tokens& tokens, HostLine& line) {
  GoCommand command;
  parse_thinking(tokens, "searchmoves", command.limits, command.only, parse_move, line);
  return command;
}

Content parse_ponder(Tokens& tokens, HostLine& line) {
  PonderCommand command;
  std::vector<Square> none;
  parse_thinking(tokens, "", command.limits, none, parse_square, line);
  return command;
}

Content parse_debug(Tokens& tokens) {
  const std::string_view word = tokens.next();
  if (word != "on" && word != "off") {
    return syntax("debug", "on or off", word);
  }
  return DebugCommand{word == "on"};
}

Content parse_setoption(Tokens& tokens) {
  TRY(expect(tokens, "setoption", "name"));
  SetOptionCommand command;
  while (!tokens.empty() && tokens.peek() != "value") {
    command.name += command.name.empty() ? "" : " ";
    command.name += tokens.next();
  }
  if (command.name.empty()) {
    return syntax("setoption name", "the name of an option", tokens.peek());
  }
  if (tokens.accept("value")) {
    const std::string_view value = tokens.rest();
    command.value = value == kEmptyString ? "" : value;
  }
  return command;
}

// The words up to `color`, which no FEN contains.
Result<Board, LineError> parse_start(Tokens& tokens) {
  if (tokens.accept("startpos")) {
    return Board::start();
  }
  if (!tokens.accept("fen")) {
    return syntax("position", "startpos or fen", tokens.peek());
  }
  std::string fen;
  while (!tokens.empty() && tokens.peek() != "color") {
    fen += fen.empty() ? "" : " ";
    fen += tokens.next();
  }
  const Result<Board> board = parse_fen(fen);
  if (!board) {
    return LineError{Trouble::kPosition, board.error()};
  }
  return *board;
}

Content parse_position(Tokens& tokens) {
  PositionCommand command{.start = TRY(parse_start(tokens)), .history = {}};
  TRY(expect(tokens, "position", "color"));
  const std::string_view word = tokens.next();
  const Result<Color> color = parse_color(word);
  if (!color) {
    return syntax("position", "white or black", word);
  }
  command.me = *color;
  if (tokens.empty()) {
    return command;
  }
  TRY(expect(tokens, "position", "history or the end of the line"));
  command.history = TRY(events_of(tokens, "position history"));
  return command;
}

Content parse_observe(Tokens& tokens) {
  if (tokens.empty()) {
    return syntax("observe", "opponent, sense or move", "");
  }
  return ObserveCommand{TRY(events_of(tokens, "observe"))};
}

Content parse_gameover(Tokens& tokens) {
  GameOverCommand command;
  TRY(expect(tokens, "gameover", "winner"));
  if (!tokens.accept("none")) {
    const std::string_view word = tokens.next();
    const Result<Color> winner = parse_color(word);
    if (!winner) {
      return syntax("gameover", "white, black or none", word);
    }
    command.winner = *winner;
  }
  TRY(expect(tokens, "gameover", "reason"));
  const std::string_view word = tokens.next();
  const Result<WinReason> reason = parse_win_reason(word);
  if (!reason) {
    return syntax("gameover", "KING_CAPTURE, TIMEOUT, RESIGN, TURN_LIMIT, MOVE_LIMIT or none", word);
  }
  command.reason = *reason;
  if (tokens.empty()) {
    return command;
  }
  TRY(expect(tokens, "gameover", "record or the end of the line"));
  if (tokens.empty()) {
    return syntax("gameover record", "a text", "");
  }
  command.record = tokens.rest();
  return command;
}

Content parse_boards(Tokens& tokens) {
  if (tokens.empty()) {
    return BoardsCommand{};
  }
  const std::string_view word = tokens.next();
  const auto count = parse_number(word);
  if (!count || *count < 0) {
    return syntax("boards", "a number of boards", word);
  }
  return BoardsCommand{count};
}

Content parse_probe(Tokens& tokens) {
  TRY(expect(tokens, "probe", "fen"));
  std::string fen(tokens.rest());
  std::replace(fen.begin(), fen.end(), '\t', ' ');
  const Result<Board> board = parse_fen(fen);
  if (!board) {
    return LineError{Trouble::kPosition, board.error()};
  }
  return ProbeCommand{*board};
}

Content parse_bench(Tokens& tokens) {
  BenchCommand command;
  while (!tokens.empty()) {
    command.arguments.emplace_back(tokens.next());
  }
  return command;
}

Content parse_command(std::string_view word, Tokens& tokens, HostLine& line) {
  if (word == "uci") return UciCommand{};
  if (word == "isready") return IsReadyCommand{};
  if (word == "ucinewgame") return NewGameCommand{};
  if (word == "stop") return StopCommand{};
  if (word == "quit") return QuitCommand{};
  if (word == "d") return ShowStateCommand{};
  if (word == "help") return HelpCommand{};
  if (word == "debug") return parse_debug(tokens);
  if (word == "setoption") return parse_setoption(tokens);
  if (word == "position") return parse_position(tokens);
  if (word == "observe") return parse_observe(tokens);
  if (word == "sense") return parse_sense(tokens, line);
  if (word == "go") return parse_go(tokens, line);
  if (word == "ponder") return parse_ponder(tokens, line);
  if (word == "gameover") return parse_gameover(tokens);
  if (word == "boards") return parse_boards(tokens);
  if (word == "probe") return parse_probe(tokens);
  if (word == "bench") return parse_bench(tokens);
  return LineError{Trouble::kSyntax, fmt::format("expected a command, not {}; help lists them", quoted(word))};
}

}  // namespace

HostLine parse_host_line(std::string_view line) {
  if (!line.empty() && line.back() == '\r') {
    line.remove_suffix(1);
  }
  Tokens tokens(line);
  if (tokens.empty()) {
    return {Comment{}, {}};
  }
  if (tokens.peek().front() == '#') {
    return {Comment{std::string(tokens.rest().substr(1))}, {}};
  }
  HostLine result;
  const std::string_view word = tokens.next();
  result.content = parse_command(word, tokens, result);
  while (!tokens.empty()) {
    result.skipped.emplace_back(tokens.next());
  }
  if (std::holds_alternative<LineError>(result.content)) {
    result.skipped.clear();
  }
  return result;
}

}  // namespace lanternfish
