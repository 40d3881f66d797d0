#include "protocol/messages/events.h"

#include <fmt/format.h>

#include "rules/notation.h"

namespace lanternfish {

namespace {

using EventOrError = std::variant<Observation, LineError>;

LineError expected_here(std::string_view what, std::string_view got) {
  return {Trouble::kSyntax, fmt::format("expected {}, not {}", what, quoted(got))};
}

// Takes `word` or explains its absence.
std::optional<LineError> expect_word(Tokens& tokens, std::string_view word) {
  if (tokens.accept(word)) {
    return std::nullopt;
  }
  return expected_here(word, tokens.peek());
}

std::variant<Square, LineError> expect_square(Tokens& tokens) {
  const std::string_view word = tokens.next();
  if (const Result<Square> square = parse_square(word)) {
    return *square;
  }
  return expected_here("a square or none", word);
}

std::variant<Move, LineError> expect_move(Tokens& tokens) {
  const std::string_view word = tokens.next();
  if (const Result<Move> move = parse_move(word)) {
    return *move;
  }
  return expected_here("a move or 0000", word);
}

EventOrError parse_opponent(Tokens& tokens) {
  if (auto error = expect_word(tokens, "capture")) {
    return *error;
  }
  const auto captured = expect_square(tokens);
  if (const auto* error = std::get_if<LineError>(&captured)) {
    return *error;
  }
  return OpponentMoved{std::get<Square>(captured)};
}

EventOrError parse_sense(Tokens& tokens) {
  const auto center = expect_square(tokens);
  if (const auto* error = std::get_if<LineError>(&center)) {
    return *error;
  }
  if (auto error = expect_word(tokens, "result")) {
    return *error;
  }
  const Square square = std::get<Square>(center);
  const std::string_view text = tokens.next();
  if (square == kNoSquare) {
    return text == "none" ? EventOrError(Sensed{}) : expected_here("none as the result of sensing none", text);
  }
  if (text.empty()) {
    return expected_here("a window", text);
  }
  const Result<Window> window = parse_window(square, text);
  if (!window) {
    return LineError{Trouble::kSyntax, window.error()};
  }
  return Sensed{*window};
}

EventOrError parse_own_move(Tokens& tokens) {
  Moved event;
  for (const auto& [word, move] : {std::pair("requested", &event.requested), std::pair("taken", &event.taken)}) {
    if (auto error = expect_word(tokens, word)) {
      return *error;
    }
    const auto parsed = expect_move(tokens);
    if (const auto* error = std::get_if<LineError>(&parsed)) {
      return *error;
    }
    *move = std::get<Move>(parsed);
  }
  if (auto error = expect_word(tokens, "capture")) {
    return *error;
  }
  const auto captured = expect_square(tokens);
  if (const auto* error = std::get_if<LineError>(&captured)) {
    return *error;
  }
  event.captured = std::get<Square>(captured);
  return event;
}

EventOrError parse_event(Tokens& tokens) {
  if (tokens.accept("opponent")) {
    return parse_opponent(tokens);
  }
  if (tokens.accept("sense")) {
    return parse_sense(tokens);
  }
  if (tokens.accept("move")) {
    return parse_own_move(tokens);
  }
  return expected_here("opponent, sense or move", tokens.peek());
}

struct EventFormatter {
  std::string operator()(const OpponentMoved& event) const {
    return "opponent capture " + format_square(event.captured);
  }
  std::string operator()(const Sensed& event) const {
    if (event.window.center == kNoSquare) {
      return "sense none result none";
    }
    return fmt::format("sense {} result {}", format_square(event.window.center), format_window(event.window));
  }
  std::string operator()(const Moved& event) const {
    return fmt::format("move requested {} taken {} capture {}", format_move(event.requested), format_move(event.taken),
                       format_square(event.captured));
  }
};

}  // namespace

std::variant<std::vector<Observation>, LineError> parse_events(Tokens& tokens) {
  std::vector<Observation> events;
  while (!tokens.empty()) {
    EventOrError event = parse_event(tokens);
    if (auto* error = std::get_if<LineError>(&event)) {
      error->text = fmt::format("event {}: {}", events.size() + 1, error->text);
      return std::move(*error);
    }
    events.push_back(std::get<Observation>(event));
  }
  return events;
}

std::string format_event(const Observation& event) { return std::visit(EventFormatter{}, event); }

std::string format_events(std::span<const Observation> events) {
  std::string text;
  for (const Observation& event : events) {
    text += ' ';
    text += format_event(event);
  }
  return text;
}

std::string_view event_name(const Observation& event) {
  constexpr std::string_view kNames[] = {"opponent", "sense", "move"};
  return kNames[event.index()];
}

}  // namespace lanternfish
